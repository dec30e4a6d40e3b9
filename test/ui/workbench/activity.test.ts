import assert from "node:assert/strict";
import type { FrameLocator, Page } from "playwright-core";
import { until } from "../../support/until";
import { chatFrame, pick, runCommand } from "../../support/workbench";
import { pickExpert, useSharedWindow } from "./sharedWindow";

describe("Show Activity", () => {
  let page: Page;
  let chat: FrameLocator;

  before(async () => {
    ({ page } = await useSharedWindow());
    chat = chatFrame(page);
  });

  const lines = async (): Promise<string[]> => {
    const texts = await page.locator(".editor-instance .view-line").allInnerTexts();
    return texts.map((text) => text.replaceAll("\u00a0", " "));
  };

  async function show(): Promise<void> {
    await runCommand(page, "Expert Hub: Show Activity");
    await page.locator(".tabs-container .tab", { hasText: "Activity.log" }).waitFor();
  }

  it("shows what left, all of it or what is chosen, without its text", async () => {
    await pickExpert(page, chat, "Workbench");
    const box = chat.getByRole("textbox").first();
    await box.fill("Where is CartBadge?");
    await box.press("Enter");
    await chat.getByText("These places fit best").first().waitFor();
    await show();
    await until("the question is listed", async () =>
      (await lines()).some((line) => /question +built-in hub +Workbench +chat/.test(line)),
    );
    assert.doesNotMatch((await lines()).join("\n"), /CartBadge/);
    await runCommand(page, "View: Close All Editors");

    await show();
    await page
      .locator(".editor-actions")
      .getByRole("button", { name: "Filter or Export Activity…" })
      .click();
    await pick(page, "Code Reader");
    await page.keyboard.press("Enter");
    await until("only that expert is listed", async () => {
      const shown = (await lines()).join("\n");
      return shown.includes("Code Reader") && !shown.includes("Workbench");
    });
    await runCommand(page, "View: Close All Editors");
  });
});
