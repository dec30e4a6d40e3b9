import assert from "node:assert/strict";
import type { FrameLocator, Page } from "playwright-core";
import { describeWithAll } from "../../support/testSize";
import { chatFrame, openFile, runCommand, selected, type Workbench } from "../../support/workbench";
import { pickExpert, useSharedWindow } from "./sharedWindow";

describeWithAll("a replacement that is shown as a diff", () => {
  let workbench: Workbench;
  let page: Page;
  let chat: FrameLocator;

  before(async () => {
    workbench = await useSharedWindow();
    page = workbench.page;
    chat = chatFrame(page);
  });

  it("Q6 is one for a double click, and settled by keys in its own diff alone", async () => {
    await pickExpert(page, chat, "Code Reader");
    await openFile(page, "sizes.py");
    await page.locator(".monaco-editor.focused").waitFor();
    await page.keyboard.press("ControlOrMeta+Home");
    for (let line = 1; line < 3; line++) await page.keyboard.press("ArrowDown");
    for (const _ of "GIB = ") await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+End");
    await selected(page);
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.press("ControlOrMeta+e");
    await chat.locator(".chip").waitFor();
    await chat.locator("#question:focus").waitFor();
    await page.keyboard.press("Enter");
    const answer = chat.getByRole("toolbar", { name: /answer/i }).last();
    await answer.waitFor();
    await answer.getByRole("button", { name: "More actions" }).click();
    await chat.getByRole("menuitem", { name: "Replace selection" }).dblclick();
    await pickSecondBlock(page);
    const review = page.locator(".tab", { hasText: "Code Reader" });
    const buttons = page.locator(".editor-actions").getByRole("button", { name: /^Apply Changes/ });
    await review.waitFor();
    await buttons.first().waitFor();
    await runCommand(page, "File: Compare New Untitled Text Files");
    const other = page.locator(".tab.active", { hasText: "Untitled" });
    await other.waitFor();
    await page.locator(".monaco-diff-editor .monaco-editor.focused").waitFor();
    await buttons.first().waitFor({ state: "detached" });
    await page.keyboard.press("ControlOrMeta+Enter");
    await page.keyboard.press("Escape");
    await review.click();
    await buttons.first().waitFor();
    await page.locator(".monaco-diff-editor .monaco-editor.focused").waitFor();
    await page.keyboard.press("Escape");
    await review.waitFor({ state: "detached" });
  });

  it("Q6 is closed by a reload, which knows no answer", async () => {
    const answer = chat.getByRole("toolbar", { name: /answer/i }).last();
    await answer.getByRole("button", { name: "More actions" }).click();
    await chat.getByRole("menuitem", { name: "Replace selection" }).click();
    await pickSecondBlock(page);
    const review = page.locator(".tab", { hasText: "Code Reader" });
    await review.waitFor();
    await page.locator(".monaco-diff-editor").first().waitFor();
    await workbench.reload();
    // It may be closed before this looks.
    await review.waitFor({ timeout: 5_000 }).catch(() => undefined);
    await review.waitFor({ state: "detached" });
    await chat.getByRole("textbox", { name: /^Ask / }).waitFor();
  });

  it("leaves what is typed after a choice in the chat to the chat", async () => {
    await openFile(page, "sizes.py");
    await page.locator(".monaco-editor.focused").waitFor();
    await pickExpert(page, chat, "Workbench");
    const question = chat.getByRole("textbox", { name: /^Ask / });
    await chat.locator("textarea:focus").waitFor();
    await page.keyboard.type("not for the file");
    assert.equal(await question.inputValue(), "not for the file");
    await question.fill("");
  });
});

/** Of the passages that the search has found, as the first one is from the file itself. */
async function pickSecondBlock(page: Page): Promise<void> {
  await page.locator(".quick-input-title", { hasText: "Select the code block" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}
