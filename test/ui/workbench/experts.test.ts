import assert from "node:assert/strict";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { itWithAll } from "../../support/testSize";
import { until } from "../../support/until";
import {
  chatFrame,
  decide,
  pendingConfirmation,
  noticeIn,
  runCommand,
  type Workbench,
} from "../../support/workbench";
import { useSharedWindow } from "./sharedWindow";

/** The tree and the last check before sending, as a user sees them. */
describe("experts in the workbench", () => {
  let workbench: Workbench;
  let page: Page;
  let chat: FrameLocator;

  before(async () => {
    workbench = await useSharedWindow({ isDrawn: true });
    page = workbench.page;
    chat = chatFrame(page);
    await row("Code Reader").waitFor();
  });

  const row = (name: string): Locator =>
    page.getByRole("treeitem", { name: new RegExp(name) }).and(page.locator("[aria-level='1']"));

  const names = ["Workbench", "Code Reader"];

  async function order(): Promise<string[]> {
    const labels = await page
      .locator(".pane", { hasText: "Experts" })
      .locator("[role=treeitem][aria-level='1'] .label-name")
      .allInnerTexts();
    return labels.filter((label) => names.includes(label));
  }

  async function orderBecomes(...expected: string[]): Promise<void> {
    for (let tries = 0; tries < 100 && String(await order()) !== String(expected); tries++)
      await page.waitForTimeout(100);
    assert.deepEqual(await order(), expected);
  }

  /** The page has answered everything that the mouse did so far. */
  const answered = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));

  async function drag(name: string, onto: string): Promise<void> {
    await row(name).hover();
    await page.mouse.down();
    // The first move starts the drag; VS Code accepts a drop only where it has signalled so.
    for (let move = 0; move < 2; move++) await row(onto).hover({ force: true });
    await page.locator(".monaco-list-row.drop-target", { hasText: onto }).waitFor();
    // Chromium drops by what the page answered to the last move.
    await row(onto).hover({ force: true });
    await answered();
    await page.mouse.up();
  }

  it("takes the order in which rows are dragged", async () => {
    await orderBecomes(...names);
    // Chromium may still give up a drag of the test's mouse on a busy machine.
    for (let tries = 0; tries < 3 && (await order())[0] !== "Code Reader"; tries++) {
      await drag("Code Reader", "Workbench");
      for (let waits = 0; waits < 30 && (await order())[0] !== "Code Reader"; waits++)
        await page.waitForTimeout(100);
    }
    await orderBecomes("Code Reader", "Workbench");
  });

  const focused = (name: string): Locator =>
    page.locator(".monaco-list:focus .monaco-list-row.focused").and(row(name));

  /** Folds every row and puts the focus on this one. */
  async function focus(name: string): Promise<void> {
    await row(name).click();
    for (const each of names)
      await until(`${each} is folded`, async () => {
        if ((await row(each).getAttribute("aria-expanded")) === "false") return true;
        await page.keyboard.press("ControlOrMeta+ArrowLeft");
        return false;
      });
    await focused(name).waitFor();
  }

  async function bringToTop(name: string): Promise<void> {
    if ((await order())[0] === name) return;
    await focus(name);
    await page.keyboard.press("Alt+ArrowUp");
    await until(`${name} is the first`, async () => (await order())[0] === name);
  }

  it("moves the selected row by Alt+Down and Alt+Up", async () => {
    await bringToTop("Code Reader");
    await focus("Workbench");
    await page.keyboard.press("Alt+ArrowUp");
    await orderBecomes("Workbench", "Code Reader");
    await focused("Workbench").waitFor();
    await page.keyboard.press("Alt+ArrowDown");
    await orderBecomes("Code Reader", "Workbench");
  });

  itWithAll("moves the row that the arrow keys lead to, and leaves it folded", async () => {
    await bringToTop("Code Reader");
    await focus("Workbench");
    await page.keyboard.press("ArrowUp");
    await focused("Code Reader").waitFor();
    await page.keyboard.press("Alt+ArrowDown");
    await orderBecomes("Workbench", "Code Reader");
    await page.waitForTimeout(500);
    assert.equal(await row("Code Reader").getAttribute("aria-expanded"), "false");
    await focused("Code Reader").waitFor();
    await page.keyboard.press("Alt+ArrowUp");
    await orderBecomes("Code Reader", "Workbench");
  });

  itWithAll("moves and chooses nothing where the keys are pressed on an ability", async () => {
    await bringToTop("Code Reader");
    await focus("Code Reader");
    await page.keyboard.press("ArrowRight");
    await page.getByRole("treeitem", { name: /^Abilities/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await focused("Code Reader").waitFor({ state: "detached" });
    await page.keyboard.press("Alt+ArrowDown");
    await page.waitForTimeout(500);
    assert.equal(await page.getByRole("treeitem", { name: /, chosen/ }).count(), 0);
    // Folded again, since the tree draws only the rows that fit.
    await focus("Code Reader");
    await orderBecomes("Code Reader", "Workbench");
  });

  it("removes the row that the arrow keys lead to by Delete, and puts it back by *Undo*", async () => {
    await bringToTop("Code Reader");
    await focus("Code Reader");
    await page.keyboard.press("ArrowDown");
    await focused("Workbench").waitFor();
    await page.keyboard.press("Delete");
    await row("Workbench").waitFor({ state: "detached" });
    const toast = noticeIn(page, "Removed Workbench.");
    await toast.getByRole("button", { name: "Undo" }).click();
    await row("Workbench").waitFor();
    await orderBecomes("Code Reader", "Workbench");
  });

  itWithAll("keeps the order across a reload", async () => {
    await bringToTop("Code Reader");
    await page.waitForTimeout(1500);
    await workbench.reload();
    await row("Workbench").waitFor();
    await orderBecomes("Code Reader", "Workbench");
  });

  const withSecret = `what is ${["ghp", "a1B2".repeat(9)].join("_")}`;

  /** Sends it, and waits for the question that comes up. */
  async function sendSecret(): Promise<void> {
    const box = chat.getByRole("textbox").first();
    await box.click();
    await box.fill(withSecret);
    await box.press("Enter");
    await pendingConfirmation(chat).getByText("looks like a secret").waitFor();
  }

  for (const key of ["Escape", "Enter"])
    it(`K15 sends nothing with a secret in it on ${key}`, async () => {
      await sendSecret();
      await pendingConfirmation(chat).getByText("a GitHub token: what you typed, line 1").waitFor();
      await chat.locator(".held-buttons > button:focus").waitFor();
      // Just after the chat got the focus, an Escape may be that of a box of VS Code.
      await page.waitForTimeout(600);
      await page.keyboard.press(key);
      await pendingConfirmation(chat).waitFor({ state: "detached" });
      await page.waitForTimeout(500);
      assert.equal(await chat.locator(".turn").count(), 0);
      assert.equal(await chat.getByRole("textbox").first().inputValue(), withSecret);
    });

  it("K15 stands there again once the chat is shown again, and goes with the conversation", async () => {
    await sendSecret();
    for (let time = 0; time < 2; time++)
      await runCommand(page, "View: Toggle Secondary Side Bar Visibility");
    await pendingConfirmation(chat).getByText("looks like a secret").waitFor();
    const box = chat.getByRole("textbox").first();
    await box.click();
    await box.press("Enter");
    await chat.locator(".held-buttons > button:focus").waitFor();
    await runCommand(page, "Expert Hub: New Conversation");
    await pendingConfirmation(chat).waitFor({ state: "detached" });
    await until("its draft went with it", async () => (await box.inputValue()) === "");
    assert.equal(await chat.locator(".turn").count(), 0);
  });

  it("K15 sends it on *Send Anyway* alone", async () => {
    await sendSecret();
    await decide(chat, "Send Anyway");
    await chat.locator(".turn").first().waitFor();
  });

  it("leaves nothing in the page's console", () => {
    assert.deepEqual(workbench.errors, []);
  });
});
