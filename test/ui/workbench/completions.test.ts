import assert from "node:assert/strict";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { itWithAll } from "../../support/testSize";
import { until } from "../../support/until";
import { chatFrame, openFile, pick, runCommand } from "../../support/workbench";
import { pickExpert, useSharedWindow } from "./sharedWindow";

/** What VS Code and the extension really offer, and what is done with it. */
describe("completions at the cursor of the chat", () => {
  let page: Page;
  let chat: FrameLocator;
  let box: Locator;

  before(async () => {
    ({ page } = await useSharedWindow());
    chat = chatFrame(page);
    box = chat.locator("#question");
    await pickExpert(page, chat, "Workbench");
  });

  const row = (label: string): Locator =>
    chat.locator(".completion", { has: chat.locator(`.completion-label:text-is("${label}")`) });
  const active = (label: string): Locator => row(label).and(chat.locator('[aria-selected="true"]'));
  const holds = (text: string) =>
    until(`the box holds “${text}”`, async () => (await box.inputValue()) === text);
  const noBoxOfVSCode = async () =>
    assert.equal(await page.locator(".quick-input-widget:visible").count(), 0);

  itWithAll(
    "attach the file that is open with # and Enter, and another by its name with Tab",
    async () => {
      await openFile(page, "cart.ts");
      await runCommand(page, "Expert Hub: Open Chat");
      await chat.locator("#question:focus").waitFor();
      await page.keyboard.type("Compare #");
      await active("cart.ts").waitFor();
      await noBoxOfVSCode();
      await page.keyboard.press("Enter");
      await chat.getByRole("button", { name: "Do not attach cart.ts" }).waitFor();
      await holds("Compare ");
      await page.keyboard.type("#pric");
      await active("prices.json").waitFor();
      await page.keyboard.press("Tab");
      await chat.getByRole("button", { name: "Do not attach prices.json" }).waitFor();
      await holds("Compare ");
      // Other suites in this window attach nothing of this.
      await box.fill("");
      for (const file of ["cart.ts", "prices.json"])
        await chat.getByRole("button", { name: `Do not attach ${file}` }).click();
    },
  );

  it("name an expert for one question with @, and pick an ability with /", async () => {
    await box.click();
    await page.keyboard.type("@code");
    await active("Code Reader").waitFor();
    await page.keyboard.press("Enter");
    await chat.getByRole("button", { name: "Expert: @Code Reader" }).waitFor();
    await page.keyboard.type("/");
    await active("Let the expert decide").waitFor();
    await page.keyboard.press("ArrowDown");
    const chosen = chat.locator('.completion.ability[aria-selected="true"] .completion-label');
    const ability = (await chosen.textContent()) ?? "";
    await page.keyboard.press("Enter");
    const picker = chat.getByRole("button", { name: `Expert: @Code Reader · ${ability}` });
    await picker.waitFor();
    await holds("");
    await noBoxOfVSCode();
    // Other suites in this window choose none.
    await picker.click();
    await pick(page, "Let the expert decide");
    await picker.waitFor({ state: "detached" });
    await chat.getByRole("button", { name: "Expert: @Code Reader" }).click();
    await pick(page, "Workbench");
    await chat.getByRole("button", { name: "Expert: Workbench" }).waitFor();
  });
});
