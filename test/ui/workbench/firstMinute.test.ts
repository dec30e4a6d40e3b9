import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { from } from "../../../scripts/root";
import { completion, startModelServer, type ModelServer } from "../../support/modelServer";
import { itWithAll, runsAll } from "../../support/testSize";
import { until } from "../../support/until";
import {
  applyButton,
  chatFrame,
  chooseModel,
  forgetModel,
  goToLine,
  openFile,
  openWorkbench,
  pick,
  runCommand,
  selected,
  useBlock,
  type Workbench,
} from "../../support/workbench";
import { passOn } from "./sharedWindow";

const expression = "2**30";
const replaced = "1024**3";

/** A new user's first steps in one window: each step builds on the previous one. */
describe("the first minute", () => {
  let workbench: Workbench;
  let page: Page;
  let chat: FrameLocator;
  let server: ModelServer;

  before(async () => {
    // Walkthroughs of older versions show their pictures in wide windows only.
    workbench = await openWorkbench({ width: 1500, height: 1200, allExtensions: runsAll });
    page = workbench.page;
    chat = chatFrame(page);
    server = await startModelServer(
      () => completion({ content: `\`\`\`python\n${replaced}\n\`\`\`` }),
      () => ({ body: { data: [{ id: "scripted" }] } }),
    );
  });
  after(async () => {
    // The suites that come next in this window begin without one.
    await forgetModel(page);
    await server.close();
    passOn(workbench);
  });

  const editor = (): Locator => page.locator(".editor-instance").first();
  const line = async (number: number): Promise<string> => {
    const text = await editor()
      .locator(".view-lines .view-line")
      .nth(number - 1)
      .innerText();
    return text.replaceAll("\u00A0", " ");
  };
  const lineBecomes = async (number: number, text: string): Promise<void> => {
    for (let tries = 0; tries < 300 && (await line(number)) !== text; tries++)
      await page.waitForTimeout(100);
    assert.equal(await line(number), text);
  };

  const selectExpression = async (): Promise<void> => {
    await goToLine(page, 3);
    for (let column = 0; column < "GIB = ".length; column++)
      await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+End");
    await selected(page, expression.length);
  };

  const codeBlock = (text: string): Locator =>
    chat.getByRole("group", { name: /^Code/ }).filter({ hasText: text });

  /** The steps of the walkthrough that are checked. */
  const done = (): Promise<string[]> =>
    page
      .locator(".getting-started-step [role=checkbox][aria-checked=true]")
      .evaluateAll((boxes) =>
        boxes.map((box) => box.getAttribute("data-done-step-id")?.split("#").at(-1) ?? ""),
      );
  const openWalkthrough = async (): Promise<void> => {
    await runCommand(page, "Expert Hub: Get Started");
    await page.locator(".getting-started-step").nth(4).waitFor();
  };

  it("starts from a profile that holds the extension as it was packaged, and nothing else", async () => {
    const { version } = JSON.parse(await readFile(from("package.json"), "utf8")) as {
      version: string;
    };
    const { extensionsDir } = workbench.server;
    const installed = await readdir(extensionsDir);
    const name = `expert-hub.expert-hub-${process.env["EXPERT_HUB_VSIX"] ? version : "source"}`;
    assert.deepEqual(
      installed.filter((each) => !each.startsWith(".") && each !== "extensions.json"),
      [name],
    );
  });

  it("opens a walkthrough of five steps, none of them done", async () => {
    await openWalkthrough();
    assert.deepEqual(await done(), []);
    const picture = page.locator(".getting-started-media img");
    await until("the picture is drawn", () =>
      picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
    );
    assert.match((await picture.getAttribute("alt")) ?? "", /before a hub is connected/);
    await runCommand(page, "View: Close All Editors");
  });

  it("says what is missing and offers both ways in", async () => {
    await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
    const experts = page.locator(".pane", { hasText: "No hub is connected yet." });
    await experts.getByRole("button", { name: "Connect to a hub" }).waitFor();
    await experts.getByRole("button", { name: "Try the built-in hub" }).waitFor();
  });

  it("starts the built-in hub and shows its experts", async () => {
    await page.locator(".pane").getByRole("button", { name: "Try the built-in hub" }).click();
    const names = ["Workbench", "Code Reader"];
    for (const name of names) {
      await page.getByRole("treeitem", { name: new RegExp(name) }).waitFor();
    }
    await page.locator(".statusbar-item.right", { hasText: "built-in hub" }).waitFor();
    await chat.getByTitle("Answers come from the built-in hub").waitFor();
    await chat.getByRole("button", { name: "Model: Search only" }).waitFor();
  });

  it("offers a question about the folder, to which a search has an answer", async () => {
    await chat.getByRole("button", { name: /^What does \S+ do\?$/ }).waitFor();
  });

  it("unfolds an expert to its abilities and models, and marks a choice", async () => {
    const expert = page.getByRole("treeitem", { name: /Workbench/ });
    await expert.click();
    await page.getByRole("treeitem", { name: /^Abilities/ }).waitFor();
    await page.getByRole("treeitem", { name: /^Models/ }).waitFor();
    const model = page.getByRole("treeitem", { name: /^Search only/ });
    await model.click();
    await page.getByRole("treeitem", { name: "Search only, chosen" }).waitFor();
    await page.getByRole("treeitem", { name: "Search only, chosen" }).click();
    await page
      .getByRole("treeitem", { name: "Search only, chosen" })
      .waitFor({ state: "detached" });
    await expert.click();
  });

  itWithAll("completes no step of the walkthrough by a question without a selection", async () => {
    await chat.getByRole("textbox").fill("Where is GIB?");
    await page.keyboard.press("Enter");
    await codeBlock(expression).first().waitFor();
    await openWalkthrough();
    await until("the expert's step is done", async () => (await done()).includes("expert"));
    assert.deepEqual(await done(), ["connect", "expert"]);
    await runCommand(page, "View: Close All Editors");
    await runCommand(page, "Expert Hub: New Conversation");
  });

  it("picks the expert in the composer", async () => {
    await chat.getByRole("button", { name: /Workbench/ }).click();
    await pick(page, "Code Reader");
    await chat.getByRole("button", { name: /Code Reader/ }).waitFor();
    await chat.locator("textarea:focus").waitFor();
  });

  it("asks about a selection by the keyboard alone", async () => {
    await openFile(page, "sizes.py");
    await selectExpression();
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.press("ControlOrMeta+e");
    await chat.locator(".chip", { hasText: "sizes.py:3" }).waitFor();
    await chat.locator("#question:focus").waitFor();
    await page.keyboard.press("Enter");
    await chat.locator(".turn", { hasText: "sizes.py:3" }).waitFor();
    await codeBlock(expression).first().waitFor();
  });

  it("asks what is typed, and inserts the output at the cursor", async () => {
    const box = chat.getByRole("textbox");
    await box.click();
    await box.pressSequentially("Where is CartBadge?");
    await page.keyboard.press("Enter");
    const block = chat.getByRole("group", { name: /^Code/ }).last();
    await codeBlock("CartBadge").first().waitFor();
    assert.equal(await box.inputValue(), "");
    await page.locator(".tab", { hasText: "sizes.py" }).click();
    await goToLine(page, 2);
    const [output = ""] = (await block.locator("code").innerText()).split("\n");
    await useBlock(chat, "Insert at cursor");
    await lineBecomes(2, output);
    await page.keyboard.press("ControlOrMeta+z");
    await lineBecomes(2, "");
  });

  it("replaces the selection by what a language model answers, through a diff, with one undo", async () => {
    await chooseModel(page, server.origin, "scripted");
    await openFile(page, "sizes.py");
    await selectExpression();
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.press("ControlOrMeta+e");
    await chat.locator("#question:focus").waitFor();
    await page.keyboard.press("Enter");
    await codeBlock(replaced).waitFor();
    await applyButton(chat).click();
    await page.locator(".tab", { hasText: "Code Reader" }).waitFor();
    await page.locator(".monaco-diff-editor .monaco-editor.focused").waitFor();
    await chat.locator(".told", { hasText: "as shown in the diff" }).waitFor();
    await page.keyboard.press("ControlOrMeta+Enter");
    await page.locator(".monaco-diff-editor").first().waitFor({ state: "detached" });
    await chat.locator(".told").waitFor({ state: "detached" });
    await lineBecomes(3, `GIB = ${replaced}`);
    await page.keyboard.press("ControlOrMeta+z");
    await lineBecomes(3, `GIB = ${expression}`);
  });

  it("has completed the steps of the walkthrough by what happened, and no other", async () => {
    await openWalkthrough();
    await until("four steps are done", async () => (await done()).length === 4);
    assert.deepEqual(await done(), ["connect", "expert", "ask", "insert"]);
    // Its page takes the focus once it is drawn, which would close a list.
    await runCommand(page, "View: Close Editor");
    await runCommand(page, "Expert Hub: Use as Default Expert");
    await pick(page, "Workbench");
    await openWalkthrough();
    await until("the last step is done", async () => (await done()).length === 5);
  });

  it("leaves nothing in the page's console", () => {
    assert.deepEqual(workbench.errors, []);
  });
});
