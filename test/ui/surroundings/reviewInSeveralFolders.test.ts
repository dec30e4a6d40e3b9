import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { from } from "../../../scripts/root";
import { completion, startModelServer, type ModelServer } from "../../support/modelServer";
import { until } from "../../support/until";
import {
  applyButton,
  chatFrame,
  chooseModel,
  openWorkbench,
  pick,
  runCommand,
  type Workbench,
} from "../../support/workbench";
import { pickExpert } from "../workbench/sharedWindow";

const tenLines = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";
const answer = [
  "```diff",
  "--- cart.txt",
  "+++ cart.txt",
  "@@ -1,2 +1,2 @@",
  "-one",
  "+ONE",
  " two",
  "@@ -9,2 +9,2 @@",
  " nine",
  "-ten",
  "+TEN",
  "```",
].join("\n");

const isFocused = (place: Locator) =>
  until("the focus is there", () =>
    place.evaluate(
      (one) => one.closest(".xterm, .monaco-editor")?.contains(document.activeElement) ?? false,
    ),
  );

/** Two folders with a file of the same name. Each step builds on the previous one. */
describe("a review in a workspace of several folders", () => {
  let workbench: Workbench;
  let page: Page;
  let chat: FrameLocator;
  let server: ModelServer;
  let home: string;
  const place = (...parts: string[]): string => path.join(home, ...parts);

  before(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), "expert-hub-review-"));
    for (const folder of ["one", "two"]) {
      await mkdir(place(folder));
      await writeFile(place(folder, "cart.txt"), tenLines);
    }
    const folders = [{ path: "one" }, { path: "two" }];
    await writeFile(place("all.code-workspace"), JSON.stringify({ folders }));
    server = await startModelServer(() => completion({ content: answer }));
    workbench = await openWorkbench({
      folder: place("all.code-workspace"),
      height: 1200,
      others: [from("test/support/caller")],
    });
    ({ page } = workbench);
    chat = chatFrame(page);
    await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
    await page.locator(".pane").getByRole("button", { name: "Try the built-in hub" }).click();
    await page.getByRole("treeitem", { name: /Code Reader/ }).waitFor();
    await pickExpert(page, chat, "Code Reader");
    await chooseModel(page, server.origin, "scripted");
    await chat.getByRole("button", { name: /^Model: scripted/ }).waitFor();
    await chat.getByRole("textbox").first().fill("Write it in capitals.");
    await chat.getByRole("textbox").first().press("Enter");
    await applyButton(chat).waitFor();
  });
  after(async () => {
    await workbench?.close();
    await server?.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  const text = (folder: string) => readFile(place(folder, "cart.txt"), "utf8");
  const tab = () => page.locator(".tab", { hasText: "Changes by" });
  const count = () => chat.locator(".review-count").textContent();
  const isCounted = (text: string) => until(text, async () => (await count()) === text);
  async function open(): Promise<void> {
    await applyButton(chat).click();
    await pick(page, "two/cart.txt");
    await tab().waitFor();
    await isCounted("In review: 2 of 2 hunks in 1 file");
  }

  it("J8 does in the Source Control box and in a terminal what its keys do there", async () => {
    await open();
    await runCommand(page, "Caller: Open Places Outside Editors");
    for (const name of [".scm-editor .monaco-editor", ".terminal-wrapper .xterm-screen"]) {
      const box = page.locator(name).first();
      await box.click();
      await isFocused(box);
      for (const key of ["ControlOrMeta+Enter", "Alt+Delete", "Escape"])
        await page.keyboard.press(key);
      await page.waitForTimeout(300);
      assert.equal(await tab().count(), 1, name);
      assert.equal(await count(), "In review: 2 of 2 hunks in 1 file", name);
    }
    await page
      .locator(".editor-actions")
      .getByRole("button", { name: /^Discard Changes/ })
      .click();
    await tab().waitFor({ state: "detached" });
  });

  it("J2 J9 changes the file that was picked, once, however often Apply is clicked", async () => {
    await open();
    await tab().click();
    await page
      .locator(".editor-actions")
      .getByRole("button", { name: /^Apply/ })
      .dblclick();
    await isCounted("Applied: 2 of 2 hunks in 1 file");
    await runCommand(page, "File: Save All Files");
    const capitals = tenLines.replace("one", "ONE").replace("ten", "TEN");
    // A file that is being written is empty for a moment.
    await until("it is on the disk", async () => !["", tenLines].includes(await text("two")));
    assert.deepEqual([await text("one"), await text("two")], [tenLines, capitals]);
  });
});
