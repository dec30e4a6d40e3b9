import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { describeWithAll } from "../../support/testSize";
import { until } from "../../support/until";
import { chatFrame, openFile, runCommand, type Workbench } from "../../support/workbench";
import { useSharedWindow } from "./sharedWindow";

describeWithAll("the key of the chat", () => {
  let workbench: Workbench;
  let page: Page;

  before(async () => {
    workbench = await useSharedWindow();
    page = workbench.page;
    await openFile(page, "notes.md");
  });

  const box = (): Locator => chatFrame(page).locator("#question");
  async function pressKey(): Promise<void> {
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.press("ControlOrMeta+g");
  }
  async function closeChat(): Promise<void> {
    await runCommand(page, "View: Hide Secondary Side Bar");
    await page.locator("iframe.webview").waitFor({ state: "detached" });
  }
  async function typesAtOnce(words: string): Promise<void> {
    await pressKey();
    await box().waitFor();
    await page.keyboard.type(words);
    await until("the words are there", async () => (await box().inputValue()) === words).catch(
      async (error: unknown) => assert.equal(await box().inputValue(), words, String(error)),
    );
    await box().fill("");
  }

  it("opens a box that takes what is typed as soon as it is seen", async () => {
    await closeChat();
    await typesAtOnce("at once");
  });

  it("opens it so before the extension runs", async () => {
    await closeChat();
    // The trees would wake it.
    await page
      .locator(".activitybar")
      .getByRole("tab", { name: /^Explorer/ })
      .click();
    await workbench.reload();
    // Its container stands there from the last time, before its keys are known.
    await page.waitForFunction(`performance.getEntriesByName("code/didLoadExtensions").length > 0`);
    await page.locator(".editor-instance .monaco-editor .view-lines").click();
    await typesAtOnce("sooner still");
  });

  it("leads back to the editor from there, and to the box again while the chat is open", async () => {
    const isInEditor = (): Promise<boolean> =>
      page
        .locator(".monaco-editor.focused")
        .waitFor({ timeout: 3_000 })
        .then(
          () => true,
          () => false,
        );
    // The extension has just begun: until it knows where the focus is, the key leads to the box.
    await until("the key leads to the editor", async () => {
      await pressKey();
      return isInEditor();
    });
    await pressKey();
    await chatFrame(page).locator("#question:focus").waitFor();
  });
});
