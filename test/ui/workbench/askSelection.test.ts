import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { from } from "../../../scripts/root";
import { startHubWithFaults, type HubWithFaults } from "../../support/faults/hub";
import { awaitProbe, probeExtension } from "../../support/probe";
import { describeWithAll } from "../../support/testSize";
import { until } from "../../support/until";
import {
  addExperts,
  answer,
  chatFrame,
  giveKey,
  decide,
  pendingConfirmation,
  openFile,
  openEditorChat,
  openWorkbench,
  pick,
  runCommand,
  runFromList,
  type Workbench,
} from "../../support/workbench";

const key = `KEY-CANARY-${crypto.randomUUID()}`;
const words = "SELECTED-IN-A-FILE";

/** In a file, and in places whose text VS Code hides from extensions. */
describeWithAll("asking about the selection from the keyboard", () => {
  let hub: HubWithFaults;
  let workbench: Workbench;
  let page: Page;
  let folder: string;
  let probe: Awaited<ReturnType<typeof awaitProbe>>;

  before(async () => {
    probe = await awaitProbe();
    folder = await mkdtemp(path.join(os.tmpdir(), "expert-hub-outside-"));
    await writeFile(path.join(folder, "words.txt"), words);
    hub = await startHubWithFaults({ key });
    workbench = await openWorkbench({
      folder,
      settings: { "expertHub.baseUrl": hub.baseUrl, "expertHub.askSelection": "send" },
      others: [from("test/support/caller"), probeExtension],
      env: probe.env,
    });
    page = workbench.page;
    await page.locator(".activitybar").getByRole("tab", { name: "Expert Hub" }).click();
    await giveKey(page, key);
    await addExperts(page, "1 2");
    await page.getByRole("treeitem", { name: /Code Reader/ }).waitFor();
    await openFile(page, "words.txt");
  });
  after(async () => {
    await workbench.close();
    probe.close();
    await hub.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const asked = () => hub.journal().filter(({ path: of }) => of.endsWith("/invoke_agent"));
  const questions = () => asked().length;
  const input = () =>
    (JSON.parse(asked().at(-1)?.body ?? "{}") as { input_data?: string }).input_data;
  const file = () => page.locator(".editor-instance .monaco-editor .view-lines").first();
  const refusal = () =>
    chatFrame(page).locator(".told", { hasText: "does not let extensions read" });

  async function pressIn(place: Locator): Promise<void> {
    await place.click();
    await until("the focus is there", () =>
      place.evaluate(
        (one) => one.closest(".xterm, .monaco-editor")?.contains(document.activeElement) ?? false,
      ),
    );
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.press("ControlOrMeta+e");
  }

  let isOpenOutside = false;
  async function openPlacesOutside(): Promise<void> {
    if (isOpenOutside) return;
    isOpenOutside = true;
    await file().click();
    await page.keyboard.press("ControlOrMeta+a");
    await runCommand(page, "Caller: Open Places Outside Editors");
    for (const place of Object.values(places)) await page.locator(place).first().waitFor();
  }

  const places: Record<string, string> = {
    "the Source Control box": ".scm-editor .monaco-editor",
    "a terminal": ".terminal-wrapper .xterm-screen",
  };
  for (const [name, place] of Object.entries(places)) {
    it(`Q1 sends nothing of a file from ${name}, and says why`, async () => {
      await openPlacesOutside();
      await pressIn(page.locator(place).first());
      await refusal().waitFor();
      assert.equal(questions(), 0);
      await refusal().getByRole("button", { name: "Dismiss" }).click();
      await refusal().waitFor({ state: "hidden" });
    });
  }

  it("Q1 names the file's selection before the palette sends it, as the focus may be in a terminal", async () => {
    await openPlacesOutside();
    await page.locator(".terminal-wrapper .xterm-screen").first().click();
    await runFromList(page, "Expert Hub: Ask About This…", "Selection");
    await page
      .locator(".quick-input-message", { hasText: "words.txt:1 will be attached." })
      .waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    assert.equal(questions(), 0);
    assert.equal(await chatFrame(page).locator(".chip").count(), 0);
  });

  it("Q1 sends the selection of the file from the file itself", async () => {
    await pressIn(file());
    await until("the question reaches the hub", () => questions() === 1);
    assert.equal(await refusal().count(), 0);
  });

  it("K15 names the key in a selection before anything is sent, and Enter declines", async () => {
    const chat = chatFrame(page);
    await file().click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type(`\nKEY=${key}`);
    // Each of them is in a conversation of its own, which would keep what is attached.
    const detach = () => chat.getByRole("button", { name: /^Do not attach/ }).click();
    await pressIn(file());
    // The cursor stays in the file, as the chat comes into view without it.
    await chat.locator(".held-buttons > button").first().press("Enter");
    await pendingConfirmation(chat).waitFor({ state: "detached" });
    await detach();
    await pressIn(file());
    await pendingConfirmation(chat)
      .getByRole("button", { name: "your API key: words.txt, line 2" })
      .click();
    await page
      .locator(".editor-statusbar-item, .statusbar-item", { hasText: "Ln 2, Col 1" })
      .waitFor();
    await decide(chat, "Do Not Send");
    await detach();
    await file().click();
    for (const _ of `\nKEY=${key}`) await page.keyboard.press("ControlOrMeta+z");
    assert.equal(questions(), 1);
  });

  it("takes the words out of the composer that went with it", async () => {
    const chat = chatFrame(page);
    const box = chat.locator("#question");
    await box.fill("What is this?");
    const order = await probe.order;
    const setChatFocused = (is: boolean) =>
      order("run", { command: "setContext", args: ["expertHub.chatFocused", is] });
    await file().click();
    // The page may say late that it has lost the focus.
    await setChatFocused(true);
    await pressIn(file());
    await setChatFocused(false);
    await until("the question reaches the hub", () => questions() === 2);
    await chat.locator(".turn", { hasText: "What is this?" }).waitFor();
    await until("the box is empty", async () => (await box.inputValue()) === "");
  });

  it("Q3 opens the chat for a question that is typed, or for none, and Enter sends it", async () => {
    const chat = chatFrame(page);
    const compose = async (value: string) => {
      await runCommand(page, "Caller: Change the User's Settings");
      await answer(page, "Settings", JSON.stringify({ "expertHub.askSelection": value }));
      await page.locator(".notification-toast", { hasText: "Caller: changed" }).waitFor();
      await runCommand(page, "Notifications: Clear All Notifications");
    };
    await compose("compose");
    const before = questions();
    for (const question of ["", "How long is it?"]) {
      const sent = questions();
      await pressIn(file());
      await chat.locator(".chip", { hasText: "words.txt:1" }).waitFor();
      await chat.locator("#question:focus").waitFor();
      assert.equal(questions(), sent);
      await page.keyboard.type(question);
      await page.keyboard.press("Enter");
      await until("the question reaches the hub", () => questions() === sent + 1);
      if (question === "") assert.equal(input(), words);
      else assert.ok(input()?.startsWith(`${question}\n\n`), input());
    }
    assert.equal(questions(), before + 2);
    await compose("send");
  });

  it("Q3 names in the box what is attached to a question from the palette", async () => {
    await file().click();
    await page.keyboard.press("ControlOrMeta+a");
    await runCommand(page, "Expert Hub: Attach to Expert Hub Chat");
    await chatFrame(page).locator(".chip", { hasText: "words.txt" }).waitFor();
    await page.getByRole("tab", { name: "Explorer" }).first().click();
    await runCommand(page, "Expert Hub: Ask an Expert…");
    await page.locator(".quick-input-title", { hasText: "Ask Code Reader" }).waitFor();
    await page
      .locator(".quick-input-message", { hasText: "words.txt:1 will be attached." })
      .waitFor();
    await answer(page, "Ask Code Reader", "How long is it?");
    await until("the question reaches the hub", () => questions() === 5);
    const { input_data: input } = JSON.parse(asked().at(-1)?.body ?? "{}") as Record<
      string,
      string
    >;
    assert.match(input ?? "", /^How long is it\?\n\n```plaintext\nSELECTED-IN-A-FILE\n```/);
  });

  it("leaves the keyboard to who is typing while another extension asks", async () => {
    const before = questions();
    const explorer = page.locator(".explorer-folders-view");
    if (!(await explorer.isVisible()))
      await page.getByRole("tab", { name: "Explorer" }).first().click();
    await chatFrame(page).locator("#question").waitFor();
    await file().click();
    await runCommand(page, "Caller: Ask");
    await answer(page, "Arguments", JSON.stringify({ input: "1 + 1", expertId: 2 }));
    await page.locator(".editor-instance .monaco-editor.focused").waitFor();
    await page.keyboard.press("ControlOrMeta+End");
    const typed = "typed while it was asked";
    for (const letter of typed)
      await page.keyboard.press(letter === " " ? "Space" : letter, { delay: 60 });
    await until("the question reaches the hub", () => questions() === before + 1);
    await page.locator(".notification-toast", { hasText: "Caller: " }).waitFor();
    await page.keyboard.type(" and answered");
    const whole = new RegExp(`${typed} and answered$`.replaceAll(" ", "\\s"));
    await until("all is in the file", async () => whole.test(await file().innerText()));
    assert.equal(await explorer.isVisible(), true);
    assert.equal(await chatFrame(page).locator("#question").isVisible(), true);
  });

  it("N1 shows an agent's question, and sends it only once it is confirmed", async () => {
    await runCommand(page, "Notifications: Clear All Notifications");
    const dialog = page.locator(".monaco-dialog-box");
    const result = (text: string) =>
      page.locator(".notification-toast", { hasText: `Caller: ${text}` });
    const before = questions();
    const callTool = async () => {
      await runCommand(page, "Caller: Call a Tool");
      const input = { question: "2 * 21 [x](command:y)", expert: 2, files: ["words.txt"] };
      await answer(page, "Tool", JSON.stringify({ name: "expertHub_askExpert", input }));
      await dialog.getByText("Ask Workbench 2 with Expert Hub?").waitFor();
    };
    await callTool();
    const shown = await dialog.innerText();
    for (const part of [new URL(hub.baseUrl).host, "2 * 21 [x](command:y)", "words.txt"])
      assert.ok(shown.includes(part), shown);
    assert.equal(await dialog.locator("a[href]").count(), 0);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await result("Canceled").waitFor();
    assert.equal(questions(), before);
    await callTool();
    await dialog.getByRole("button", { name: "Yes" }).click();
    // VS Code may agree for the user, who therefore reads here once that files are read.
    const warning = chatFrame(page).locator(".held");
    await warning.getByText("Let an agent in VS Code read your files through").waitFor();
    await warning.getByRole("button", { name: "Send", exact: true }).click();
    await result('Answer of "Workbench 2"').waitFor();
    assert.equal(questions(), before + 1);
  });

  it("opens the chat where the user has moved it, and nowhere else", async () => {
    const itsOwnPlace = page.locator(".part.auxiliarybar");
    if (await itsOwnPlace.isVisible()) await page.keyboard.press("ControlOrMeta+Alt+b");
    await itsOwnPlace.waitFor({ state: "hidden" });
    await runCommand(page, "View: Move View");
    await pick(page, "Expert Chat");
    await pick(page, "Explorer");
    const moved = page.locator(".part.sidebar .pane-header", { hasText: "Expert Chat" });
    await moved.waitFor();
    await page.getByRole("tab", { name: "Expert Hub" }).first().click();
    await moved.waitFor({ state: "hidden" });
    await runCommand(page, "Expert Hub: Open Chat");
    await moved.waitFor();
    await chatFrame(page).locator("#question:focus").waitFor();
    assert.equal(await itsOwnPlace.isVisible(), false);
  });

  it("runs in a VS Code that refuses proposed APIs, as users have it", async () => {
    await runCommand(page, "Caller: Use a Proposed API");
    await page
      .locator(".notification-toast", {
        hasText: "CANNOT use API proposal: terminalDataWriteEvent",
      })
      .waitFor();
    const refused = "scm/inputBox is a proposed menu identifier";
    assert.ok(workbench.printed.some((line) => line.includes(refused)));
  });

  it("N6 answers as @expert in VS Code's chat, with nothing that acts by itself", async () => {
    const before = workbench.errors.length;
    await page.getByRole("tab", { name: "Expert Hub" }).first().click();
    await addExperts(page, "2011");
    await page.getByRole("treeitem", { name: /onerror/ }).waitFor();
    await runCommand(page, "Caller: Change the User's Settings");
    const settings = {
      "chat.disableAIFeatures": false,
      // The open file would be part of each question.
      "chat.implicitContext.enabled": { panel: "never" },
    };
    await answer(page, "Settings", JSON.stringify(settings));
    await runCommand(page, "Expert Hub: Open Chat");
    await chatFrame(page).locator("#question:focus").waitFor();
    await openEditorChat(page);
    const session = page.locator(".interactive-session");
    const input = session.locator(".chat-input-container .view-lines").first();
    await input.getByText("@expert").waitFor();
    const responses = session.locator(".interactive-response");
    const ask = async (message: string) => {
      await input.click();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(`@expert ${message}`);
      // The list of names that VS Code opens would take the key.
      await page.keyboard.press("Escape");
      await page.keyboard.press("Enter");
    };
    await ask("/expert 2 2 * 21");
    await responses.last().getByText("42", { exact: true }).first().waitFor();
    await responses.last().getByRole("button", { name: "Insert" }).waitFor();
    // A file of its own, as other tests edit the one that is there.
    const change = "--- /dev/null\n+++ b/made.txt\n@@ -0,0 +1 @@\n+CHANGED";
    await ask(`/expert 2 repeat: ${change.replaceAll("\n", "⏎")}`);
    await responses.last().getByRole("button", { name: "Apply" }).click();
    const review = page.locator(".tab", { hasText: "Changes by Workbench" });
    await review.waitFor();
    await page.locator(".modified-in-monaco-diff-editor").getByText("CHANGED").waitFor();
    await page
      .locator(".editor-actions")
      .getByRole("button", { name: /^Discard Changes/ })
      .click();
    await review.waitFor({ state: "detached" });
    await ask("/expert 2011 anything");
    const hostile = responses.filter({ hasText: "the key was accepted" });
    await hostile.getByRole("button", { name: "Insert" }).waitFor();
    const lively = "img[src*='evil'], img[src^='data:'], iframe, form, a[data-href^='command:']";
    assert.equal(await hostile.locator(".value").locator(lively).count(), 0);
    await hostile.getByRole("button", { name: "Open in Expert Hub" }).click();
    await chatFrame(page).locator(".turn", { hasText: "anything" }).waitFor();
    assert.deepEqual(workbench.errors.slice(before), []);
  });
});
