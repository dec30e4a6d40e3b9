import assert from "node:assert/strict";
import type { FrameLocator, Page } from "playwright-core";
import { answer, chatFrame, runCommand, type Workbench } from "../../support/workbench";
import { pickExpert, showConversations, useSharedWindow } from "./sharedWindow";

/** Conversations across reloads of the window: each step builds on the previous one. */
describe("conversations after a reload", function () {
  this.bail(true);
  let workbench: Workbench;
  let page: Page;
  let chat: FrameLocator;

  before(async () => {
    workbench = await useSharedWindow();
    page = workbench.page;
    chat = chatFrame(page);
  });

  const ask = async (text: string): Promise<void> => {
    const box = chat.getByRole("textbox").first();
    await box.click();
    await box.fill(text);
    await page.keyboard.press("Enter");
  };

  async function reload(): Promise<void> {
    await workbench.reload();
    await chat.getByRole("textbox").first().waitFor();
  }

  it("come back with their answer and the draft", async () => {
    await pickExpert(page, chat, "Engineer's Calculator");
    await ask("2**30 + 7");
    await chat.getByText("1073741831").first().waitFor();
    await chat.getByRole("textbox").first().fill("a thought for later");
    await page.waitForTimeout(1500);
    await reload();
    await chat.getByText("1073741831").first().waitFor();
    await chat.getByText("2**30 + 7").first().waitFor();
    assert.equal(await chat.getByRole("textbox").first().inputValue(), "a thought for later");
  });

  it("are listed in their tree, the open one marked", async () => {
    await showConversations(page);
    await page.getByRole("treeitem", { name: /^2\*\*30 \+ 7, open/ }).waitFor();
  });

  it("are renamed with an input box", async () => {
    await runCommand(page, "Expert Hub: Rename Conversation…");
    await answer(page, "Rename conversation", "Powers of two");
    await page.getByRole("treeitem", { name: /^Powers of two/ }).waitFor();
  });

  it("open with a click", async () => {
    await runCommand(page, "Expert Hub: New Conversation");
    await chat.getByText("1073741831").first().waitFor({ state: "detached" });
    await page.getByRole("treeitem", { name: /^Powers of two/ }).click();
    await chat.getByText("1073741831").first().waitFor();
  });

  it("are found by a part of a word of an answer", async () => {
    await runCommand(page, "Expert Hub: New Conversation");
    await chat.getByText("1073741831").first().waitFor({ state: "detached" });
    // The composer takes the focus last, which would close the command palette.
    await page.waitForTimeout(1500);
    await runCommand(page, "Expert Hub: Search Conversations…");
    const input = page.locator(".quick-input-widget input.input");
    // From the middle of the number, like the letters of a word.
    await input.fill("73741");
    const row = page.locator(".quick-input-list .monaco-list-row", { hasText: "Powers of two" });
    await row.first().click();
    await chat.getByText("1073741831").first().waitFor();
  });

  it("are deleted after a yes, and kept by Enter", async () => {
    const row = page.getByRole("treeitem", { name: /^Powers of two/ });
    const dialog = page.locator(".monaco-dialog-box");
    const pressDelete = async (): Promise<void> => {
      await row.hover();
      await row.getByRole("button").click();
      await dialog.waitFor();
    };
    await pressDelete();
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await pressDelete();
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await row.waitFor({ state: "detached" });
    await chat.getByText("1073741831").first().waitFor({ state: "detached" });
  });

  it("leave nothing in the page's console", () => {
    assert.deepEqual(workbench.errors, []);
  });
});
