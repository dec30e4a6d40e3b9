import assert from "node:assert/strict";
import type { CDPSession, FrameLocator, Page } from "playwright-core";
import { completion, startModelServer, type ModelServer } from "../../support/modelServer";
import { itWithAll } from "../../support/testSize";
import { until } from "../../support/until";
import {
  applyButton,
  chatFrame,
  chooseModel,
  openFile,
  runCommand,
  forgetModel,
} from "../../support/workbench";
import { pickExpert, useSharedWindow } from "./sharedWindow";

const names = ["new/first.txt", "new/second.txt"];
const changes = names.map((name) => `\`\`\`text ${name}\n${name}\nmore\n\`\`\``).join("\n\n");

describe("the keys of a review", () => {
  let page: Page;
  let chat: FrameLocator;
  let server: ModelServer;
  let screenReader: CDPSession;

  before(async () => {
    ({ page } = await useSharedWindow());
    chat = chatFrame(page);
    screenReader = await page.context().newCDPSession(page);
    server = await startModelServer(() => completion({ content: changes }));
    await pickExpert(page, chat, "Code Reader");
    await chooseModel(page, server.origin, "scripted");
    await chat.getByRole("button", { name: /^Model: scripted/ }).waitFor();
    await chat.getByRole("textbox").first().fill("Write two files.");
    await chat.getByRole("textbox").first().press("Enter");
    await applyButton(chat).waitFor();
  });
  after(async () => {
    await forgetModel(page);
    await screenReader.detach();
    await server.close();
  });

  const tab = () => page.locator(".tab", { hasText: "Changes by" });
  const count = () => chat.locator(".review-count").textContent();
  const proposal = () => page.locator(".editor-instance .modified-in-monaco-diff-editor").last();
  async function open(): Promise<void> {
    await applyButton(chat).click();
    await tab().waitFor();
    await until("it is in review", async () => (await count())?.startsWith("In review:") === true);
    await proposal().locator(".view-line", { hasText: "more" }).click();
    await page
      .locator(".modified-in-monaco-diff-editor.focused, .modified-in-monaco-diff-editor .focused")
      .first()
      .waitFor();
  }

  /** What VS Code's page offers to screen readers as a region that is read out when it changes. */
  async function readOut(): Promise<string[]> {
    const { nodes } = await screenReader.send("Accessibility.getFullAXTree");
    const isPolite = ({ properties = [] }: (typeof nodes)[number]) =>
      properties.some(({ name, value }) => name === "live" && value.value === "polite");
    return nodes.filter(isPolite).map(({ name }) => String(name?.value));
  }
  const status = (text: string) => page.locator(".statusbar-item", { hasText: text });
  async function isReadOut(sentence: string): Promise<void> {
    // Looking at what screen readers are offered takes long.
    await status(sentence).waitFor({ state: "attached" });
    await until(sentence, async () => (await readOut()).includes(sentence));
  }

  it("J11 say to a screen reader what became of a hunk", async () => {
    await open();
    await isReadOut("2 of 2 hunks in review");
    await page.keyboard.press("Alt+Delete");
    await isReadOut("Hunk skipped. 1 of 2 hunks in review");
    await page.keyboard.press("ControlOrMeta+z");
    await isReadOut("Hunk restored. 2 of 2 hunks in review");
    await page.keyboard.type("x");
    await isReadOut("Hunk edited. 2 of 2 hunks in review");
    await page.keyboard.press("ControlOrMeta+z");
    await isReadOut("2 of 2 hunks in review");
    await page.keyboard.press("Escape");
    await isReadOut("Discarded: no file was changed");
    await status("no file was changed").waitFor({ state: "detached" });
    await until("nothing is left to read", async () => !(await readOut()).join().includes("file"));
  });

  it("J1 J8 skip, bring back, discard and apply by keyboard in the review", async () => {
    await open();
    await page.keyboard.press("Alt+Delete");
    await until(
      "it is skipped",
      async () => (await count()) === "In review: 1 of 2 hunks in 2 files",
    );
    await page.keyboard.press("ControlOrMeta+z");
    await until("it is back", async () => (await count()) === "In review: 2 of 2 hunks in 2 files");
    await page.keyboard.press("Escape");
    await until("it is discarded", async () => (await tab().count()) === 0);
    assert.equal(await count(), "Discarded: no file was changed");
    await open();
    await page.keyboard.press("Alt+Delete");
    await until(
      "it is skipped",
      async () => (await count()) === "In review: 1 of 2 hunks in 2 files",
    );
    await page.keyboard.press("ControlOrMeta+Enter");
    await until(
      "it is applied",
      async () => (await count()) === "Applied: 1 of 2 hunks in 2 files",
    );
    await chat.locator(".told", { hasText: "Applied 1 of 2 hunks" }).waitFor();
    await chat.getByRole("button", { name: "Undo All" }).click();
    await until(
      "both are gone",
      async () =>
        (await page
          .locator(".explorer-folders-view .monaco-list-row", { hasText: /(first|second)\.txt/ })
          .count()) === 0,
    );
    await openFile(page, "sizes.py");
  });

  itWithAll(
    "J8 do in the chat, a search box, another diff and a quick input what they do there",
    async () => {
      await open();
      const stays = async (where: string) => {
        await page.keyboard.press("ControlOrMeta+Enter");
        await page.keyboard.press("Alt+Delete");
        assert.equal(await tab().count(), 1, where);
        assert.equal(await count(), "In review: 2 of 2 hunks in 2 files", where);
      };
      await page.keyboard.press("ControlOrMeta+f");
      await page.locator(".find-widget.visible textarea:focus").waitFor();
      await stays("the find box of the review");
      await page.keyboard.press("Escape");
      assert.equal(await tab().count(), 1, "Escape closes the find box");
      await runCommand(page, "Search: Find in Files");
      await page.locator(".search-view textarea:focus").first().waitFor();
      await stays("the search box");
      await page.keyboard.press("Escape");
      assert.equal(await tab().count(), 1, "the search box");
      await chat.getByRole("textbox").first().focus();
      await stays("the chat");
      await page.keyboard.press("Escape");
      assert.equal(await tab().count(), 1, "the chat");
      await runCommand(page, "File: Compare New Untitled Text Files");
      await page.locator(".tab.active", { hasText: "Untitled" }).waitFor();
      await page.locator(".monaco-diff-editor .monaco-editor.focused").waitFor();
      await stays("another diff");
      await page.keyboard.press("Escape");
      assert.equal(await tab().count(), 1, "another diff");
      await runCommand(page, "View: Close Editor");
      // Enter has begun a line there.
      await page.locator(".monaco-dialog-box").getByRole("button", { name: "Don't Save" }).click();
    },
  );
});
