import assert from "node:assert/strict";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { itWithAll } from "../../support/testSize";
import { until } from "../../support/until";
import { answer, chatFrame, noticeIn, runCommand, type Workbench } from "../../support/workbench";
import { atRest, pickExpert, showConversations, useSharedWindow } from "./sharedWindow";

/** Selects a row without opening it. */
const select = (row: Locator): Promise<void> => row.click({ modifiers: ["ControlOrMeta"] });

/** Conversations across reloads of the window: each step builds on the previous one. */
describe("conversations after a reload", () => {
  let workbench: Workbench;
  let page: Page;
  let chat: FrameLocator;

  before(async () => {
    workbench = await useSharedWindow({ isDrawn: true });
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
    await pickExpert(page, chat, "Workbench");
    await ask("2**30 + 7");
    await chat.getByText("These places fit best").first().waitFor();
    await chat.getByRole("textbox").first().fill("a thought for later");
    await page.waitForTimeout(1500);
    await reload();
    await chat.getByText("These places fit best").first().waitFor();
    await chat.getByText("2**30 + 7").first().waitFor();
    assert.equal(await chat.getByRole("textbox").first().inputValue(), "a thought for later");
    // Otherwise the next conversation begins with it, and it is listed as a draft.
    await chat.getByRole("textbox").first().fill("");
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

  it("open with a click, which leaves the focus in the tree", async () => {
    await runCommand(page, "Expert Hub: New Conversation");
    await chat.getByText("These places fit best").first().waitFor({ state: "detached" });
    const row = page.getByRole("treeitem", { name: /^Powers of two/ });
    await row.click();
    await chat.getByText("These places fit best").first().waitFor();
    await focused(row).waitFor();
  });

  /** This row, once the keys reach it. */
  const focused = (row: Locator): Locator =>
    page.locator(".monaco-list:focus .monaco-list-row.focused").and(row);

  /** Waits first: a click within half a second after another one makes a double click. */
  const clickOnce = async (row: Locator): Promise<void> => {
    await page.waitForTimeout(600);
    await row.click();
  };

  /** A busy window learns late where the focus is, and drops the key until then. */
  const pressF2 = async (): Promise<void> => {
    const title = page.locator(".quick-input-title", { hasText: "Rename conversation" });
    await until("the box is open", async () => {
      await page.keyboard.press("F2");
      return title.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
    });
  };

  itWithAll(
    "leave the focus in the tree when they are clicked, so that F2 renames them",
    async () => {
      await clickOnce(page.getByRole("treeitem", { name: /^Powers of two/ }));
      await pressF2();
      await page.keyboard.type("Two to the n");
      await page.keyboard.press("Enter");
      const renamed = page.getByRole("treeitem", { name: /^Two to the n/ });
      await renamed.waitFor();
      assert.equal(await chat.locator(".turn").count(), 1);
      assert.equal(await chat.getByRole("textbox").first().inputValue(), "");
      await clickOnce(renamed);
      await pressF2();
      await answer(page, "Rename conversation", "Powers of two");
      await page.getByRole("treeitem", { name: /^Powers of two/ }).waitFor();
    },
  );

  itWithAll(
    "move the focus to the question when they are opened with Enter or a double click",
    async () => {
      const row = page.getByRole("treeitem", { name: /^Powers of two/ });
      const question = chat.locator("textarea:focus");
      await runCommand(page, "Expert Hub: New Conversation");
      await chat.getByText("These places fit best").first().waitFor({ state: "detached" });
      await clickOnce(row);
      await chat.getByText("These places fit best").first().waitFor();
      assert.equal(await question.count(), 0);
      await page.keyboard.press("Enter");
      await question.waitFor();
      await clickOnce(row);
      await question.waitFor({ state: "detached" });
      await row.dblclick();
      await question.waitFor();
      await page.keyboard.type("typed");
      assert.equal(await chat.getByRole("textbox").first().inputValue(), "typed");
      await chat.getByRole("textbox").first().fill("");
    },
  );

  it("are found by a part of a word of an answer", async () => {
    await runCommand(page, "Expert Hub: New Conversation");
    await chat.getByText("These places fit best").first().waitFor({ state: "detached" });
    // The composer takes the focus last, which would close the command palette.
    await page.waitForTimeout(1500);
    await runCommand(page, "Expert Hub: Search Conversations…");
    const input = page.locator(".quick-input-widget input.input");
    // From the middle of a word of what was found.
    await input.fill("ackups_th");
    const row = page.locator(".quick-input-list .monaco-list-row", { hasText: "Powers of two" });
    await row.first().click();
    await chat.getByText("These places fit best").first().waitFor();
  });

  it("are renamed by F2 where the arrow keys lead, which opens none", async () => {
    await runCommand(page, "Expert Hub: New Conversation");
    await chat.getByText("These places fit best").first().waitFor({ state: "detached" });
    await ask("3 + 4");
    await select(page.getByRole("treeitem", { name: /^3 \+ 4, open/ }));
    await focused(page.getByRole("treeitem", { name: /^3 \+ 4, open/ })).waitFor();
    await page.keyboard.press("ArrowDown");
    await focused(page.getByRole("treeitem", { name: /^Powers of two/ })).waitFor();
    await pressF2();
    assert.equal(
      await page.locator(".quick-input-widget input.input").inputValue(),
      "Powers of two",
    );
    await page.keyboard.press("Escape");
    await page.getByRole("treeitem", { name: /^3 \+ 4, open/ }).waitFor();
  });

  it("D5 are deleted by Delete, several after one question, and come back by *Undo*", async () => {
    const rows = page.getByRole("treeitem", { name: /^(?:Powers of two|3 \+ 4)/ });
    const first = page.getByRole("treeitem", { name: /^3 \+ 4/ });
    await clickOnce(first);
    await focused(first).waitFor();
    await page.keyboard.press("Shift+ArrowDown");
    await until("both are selected", async () => {
      const selected = await rows.evaluateAll((all) =>
        all.filter((one) => one.getAttribute("aria-selected") === "true"),
      );
      return selected.length === 2;
    });
    // The extension hears of a selection a moment later.
    await page.waitForTimeout(500);
    await page.keyboard.press("Delete");
    await rows.first().waitFor({ state: "detached" });
    assert.equal(await rows.count(), 0);
    const toast = noticeIn(page, "Deleted 2 conversations.");
    await toast.getByRole("button", { name: "Undo" }).click();
    await rows.nth(1).waitFor();
  });

  it("stand first while they are pinned", async () => {
    const row = page.getByRole("treeitem", { name: /^Powers of two/ });
    await atRest(row);
    await row.hover();
    const toggle = row.getByRole("button", { name: "Pin or Unpin Conversation", exact: true });
    await toggle.click();
    const group = page.getByRole("treeitem", { name: "Pinned" });
    await group.waitFor();
    // The row moves to its group, maybe only after the pointer.
    await until("its button is there", async () => {
      await page.mouse.move(0, 0);
      await row.hover();
      return toggle.isVisible();
    });
    await toggle.click();
    await group.waitFor({ state: "detached" });
  });

  it("are deleted at once, by their button", async () => {
    const row = page.getByRole("treeitem", { name: /^Powers of two/ });
    await atRest(row);
    await row.hover();
    await row.getByRole("button", { name: "Delete Conversation" }).click();
    await row.waitFor({ state: "detached" });
    assert.equal(await page.locator(".monaco-dialog-box").count(), 0);
  });

  it("leave nothing in the page's console", () => {
    assert.deepEqual(workbench.errors, []);
  });
});
