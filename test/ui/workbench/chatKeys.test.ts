import assert from "node:assert/strict";
import type { FrameLocator, Page } from "playwright-core";
import { chatFrame, openFile, runCommand } from "../../support/workbench";
import { useSharedWindow } from "./sharedWindow";

describe("keys of the chat", () => {
  let page: Page;

  before(async () => {
    ({ page } = await useSharedWindow());
  });

  async function finds(chat: FrameLocator, words: string): Promise<void> {
    await page.keyboard.press("ControlOrMeta+f");
    await chat.locator(".find input:focus").waitFor();
    await page.keyboard.type(words);
    assert.equal(await chat.locator(".find input").inputValue(), words);
    assert.equal(await page.locator(".find-widget.visible").count(), 0);
    await page.keyboard.press("Escape");
    await chat.locator("#question:focus").waitFor();
  }

  it("Ctrl+F finds in the side bar's chat, and in the editor once it has the focus", async () => {
    await openFile(page, "notes.md");
    await runCommand(page, "Expert Hub: Open Chat");
    await chatFrame(page).locator("#question:focus").waitFor();
    await finds(chatFrame(page), "word");
    await page.locator(".editor-instance .monaco-editor .view-lines").click();
    await page.keyboard.press("ControlOrMeta+f");
    await page.locator(".find-widget.visible").waitFor();
    await page.keyboard.press("Escape");
  });

  it("Ctrl+K Ctrl+E in the chat attaches the selection of the editor, and without one the file", async () => {
    const chat = chatFrame(page);
    const attach = async (): Promise<void> => {
      await chat.locator("#question").click();
      await chat.locator("#question:focus").waitFor();
      await page.keyboard.press("ControlOrMeta+k");
      await page.keyboard.press("ControlOrMeta+e");
    };
    await page.locator(".editor-instance .monaco-editor .view-lines").click();
    await page.keyboard.press("ControlOrMeta+Home");
    await attach();
    await chat.locator(".chip", { hasText: /^notes\.md/ }).waitFor();
    await page.locator(".editor-instance .monaco-editor .view-lines").click();
    await page.keyboard.press("ControlOrMeta+a");
    await attach();
    await chat.locator(".chip", { hasText: /^notes\.md:1/ }).waitFor();
    await chat.locator("#question:focus").waitFor();
    assert.equal(await chat.locator(".told").count(), 0);
    await runCommand(page, "Expert Hub: New Conversation");
  });

  it("Ctrl+F finds in a tab's chat", async () => {
    await runCommand(page, "Expert Hub: Open Chat in Editor");
    await chatFrame(page, 1).locator("#question:focus").waitFor();
    await finds(chatFrame(page, 1), "tab");
  });
});
