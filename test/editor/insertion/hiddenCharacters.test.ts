import assert from "node:assert/strict";
import * as vscode from "vscode";
import { hiddenCharacters } from "../../../src/features/changes/core/hiddenCharacters";
import { confirmInsertion } from "../../../src/features/changes/editor/confirmInsertion";
import { invisibles, naughtyStrings, print } from "../../support/corpora";
import { itWithAll, some } from "../../support/testSize";
import { ChatTab } from "../support/chatTab";
import { connectToEcho, type EchoHub } from "../support/echoHub";
import { hideChat, until } from "../support/inputs";
import { Messages } from "../support/messages";
import { sendsSelections } from "../support/sendsSelections";

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

const nameOf = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;

/** Ordinary spellings that need a character of the list. */
const ordinary: Record<string, string> = {
  "emoji with joiners": "👩‍👩‍👧‍👦 🏳️‍🌈 👩🏽‍💻 🕵️‍♂️ 🏴‍☠️ ❤️‍🔥",
  "emoji with a variation selector": "❤️ ☎️ ✌🏽 ⚠️ ©️",
  keycaps: "1️⃣ #️⃣ *️⃣",
  Persian: "می‌خواهم نمی‌دانم",
  Hindi: "क्‍ष श्री‌मान",
  "tabs and line ends": "a\tb\r\nc\nd",
};

/** The same characters where they have no meaning. */
const smuggled: Record<string, [text: string, without: string]> = {
  "a joiner between digits": ["1\u200D2", "12"],
  "variation selectors in a row": ["❤️\uFE0F\uFE0F", "❤️"],
  "a selector behind a digit": ["a1\uFE0F+2", "a1+2"],
  "joiners in a row": ["❤\u200D\u200D❤", "❤❤"],
  "a joiner behind a Latin accent": ["e\u0301\u200D\u0301", "e\u0301\u0301"],
  "a joiner at the end": ["می\u200C", "می"],
  "tags behind a flag": ["🏴\u{E0067}\u{E007F}", "🏴"],
};

/** Each question is independent, and VS Code does not ask about U+2028. */
const settle = async (memory?: "none", terminators?: "off") => {
  const { Global } = vscode.ConfigurationTarget;
  const at = vscode.workspace.getConfiguration;
  await at("expertHub").update("memory", memory, Global);
  await at("editor").update("unusualLineTerminators", terminators, Global);
};

async function untitled(): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument({
    content: "",
    language: "plaintext",
  });
  return vscode.window.showTextDocument(document, { preview: false });
}

async function emptied(editor: vscode.TextEditor): Promise<void> {
  const all = new vscode.Range(0, 0, editor.document.lineCount, 0);
  await editor.edit((edit) => edit.delete(all));
}

describe("hidden characters of an answer", () => {
  sendsSelections();
  let hub: EchoHub;
  let messages: Messages;

  before(async () => {
    hub = await connectToEcho();
    await settle("none", "off");
  });
  after(async () => {
    await run("workbench.action.closeAllEditors");
    await settle();
    await hub.close();
  });
  beforeEach(() => {
    messages = new Messages();
  });
  afterEach(async () => {
    messages.restore();
    await run("workbench.action.revertAndCloseActiveEditor");
  });

  /** Gets it as an answer; `insert` then inserts it into this editor, which is emptied first. */
  async function answered(output: string): Promise<void> {
    hub.output = () => output;
    await run("expertHub.newConversation");
    await run("workbench.action.closeAuxiliaryBar");
    await run("expertHub.ask", { expertId: 1, input: `SEL-CANARY-${crypto.randomUUID()}` });
  }

  it("I9 names every one in an answer with its line, and inserts exactly the rest", async () => {
    const points = invisibles().filter((code) => code < 0xd800 || code > 0xdfff);
    assert.ok(points.length > 4000);
    await answered(points.map((code) => `a${String.fromCodePoint(code)}b`).join("\n"));
    const editor = await untitled();
    await run("expertHub.insertOutput");
    assert.equal(messages.last?.modal, true);
    assert.deepEqual(messages.last.buttons, ["Use Without Them", "Use As Is", "Do Not Insert"]);
    assert.deepEqual(messages.last.detail.split("\n"), [
      ...points.slice(0, 8).map((code, index) => `${nameOf(code)} on line ${index + 1}`),
      `and ${points.length - 8} more`,
    ]);
    assert.equal(editor.document.getText(), "", "inserted before the answer");
    messages.press = () => {
      assert.equal(editor.document.getText(), "", "inserted before the answer");
      return "Use Without Them";
    };
    await run("expertHub.insertOutput");
    assert.equal(editor.document.getText(), points.map(() => "ab").join("\n"));
    messages.answer("Use Without Them");
    await run("expertHub.copyOutput");
    assert.equal(await vscode.env.clipboard.readText(), points.map(() => "ab").join("\n"));
    for (const code of points) {
      messages.told.length = 0;
      assert.equal(
        await confirmInsertion(`x\na${String.fromCodePoint(code)}b`, "clipboard"),
        "x\nab",
      );
      assert.equal(messages.last.detail, `${nameOf(code)} on line 2`);
    }
    print(`${points.length} code points`);
  });

  it("I9 tells the page whether the answer was copied", async () => {
    await answered("a\u200Bb");
    const tab = await ChatTab.open();
    const { id: turnId } = await tab.settled();
    for (const [choice, happened] of [
      [undefined, false],
      [1, true],
    ] as const) {
      const copied = tab.call("useOutput", { turnId, action: "copy" });
      const pending = async () => (await tab.view()).pageState.pending;
      await until("it is asked in the chat", async () => (await pending()) !== undefined);
      const { id: questionId, choices } = (await pending())!;
      assert.deepEqual(choices, ["Use Without Them", "Use As Is"]);
      await tab.call("decide", { questionId, ...(choice !== undefined && { choice }) });
      assert.equal(await copied, happened);
    }
    assert.deepEqual(messages.told, []);
    tab.close();
  });

  itWithAll("I9 asks about one of each class, before Insert and before Copy", async () => {
    const classes = some([0x1b, 0x9b, 0x200b, 0x202e, 0xfeff, 0xe0041, 0xe0101], 3);
    for (const code of classes) {
      const char = String.fromCodePoint(code);
      await answered(`first\nif (a${char}b)`);
      const editor = await untitled();
      await vscode.env.clipboard.writeText("before");
      for (const command of ["expertHub.insertOutput", "expertHub.copyOutput"]) {
        messages.answer(undefined);
        await run(command);
        assert.equal(messages.last?.detail, `${nameOf(code)} on line 2`);
      }
      assert.equal(editor.document.getText(), "");
      assert.equal(await vscode.env.clipboard.readText(), "before");
      messages.answer("Use Without Them");
      await run("expertHub.insertOutput");
      assert.equal(editor.document.getText(), "first\nif (ab)");
      await emptied(editor);
      messages.answer("Use As Is");
      await run("expertHub.insertOutput");
      assert.equal(editor.document.getText(), `first\nif (a${char}b)`);
      await run("workbench.action.revertAndCloseActiveEditor");
    }
    print(`${classes.length} classes`);
  });

  it("I9 raises no alarm about emoji, Persian and Hindi", async () => {
    const editor = await untitled();
    await answered(Object.values(ordinary).join("\n"));
    await run("expertHub.insertOutput");
    assert.deepEqual(messages.told, []);
    assert.equal(
      editor.document.getText(),
      Object.values(ordinary).join("\n").replace("\r\n", "\n"),
    );
    for (const [name, text] of Object.entries(ordinary)) {
      assert.equal(await confirmInsertion(text, "clipboard"), text, name);
      assert.deepEqual(messages.told, [], name);
    }
  });

  for (const [name, [text, without]] of Object.entries(smuggled))
    it(`I9 asks about ${name}`, async () => {
      messages.answer("Use Without Them");
      assert.equal(await confirmInsertion(text, "clipboard"), without);
      assert.equal(messages.told.length, 1);
    });

  it("I10 takes naughty strings over the wire one by one and back into a document, unchanged", async () => {
    const strings = naughtyStrings();
    const editor = await untitled();
    hub.output = undefined;
    await run("expertHub.newConversation");
    await run("workbench.action.closeAuxiliaryBar");
    // Anything that looks like a secret, or hides something, needs confirmation.
    messages.press = ({ buttons }) =>
      buttons.find((button) => ["Send Anyway", "Use As Is"].includes(button));
    let blank = 0;
    // Each costs a read of the chat: a few individually, and all of them together below.
    const alone = some(strings, 8);
    for (const input of alone) {
      if (input.trim() === "") {
        blank += 1;
        continue;
      }
      await run("expertHub.ask", { expertId: 1, input });
      assert.equal(sentInput(), input);
      await emptied(editor);
      await run("expertHub.insertOutput");
      assert.equal(editor.document.getText(), input);
    }
    const asked = messages.told.filter(({ buttons }) => buttons.includes("Use As Is")).length;
    print(`${alone.length} strings, ${blank} blank, ${asked} alarms`);
    assert.equal(messages.told.length, asked, JSON.stringify(messages.told));
  }).timeout(300_000);

  it("I10 takes the naughty strings from a selection over the wire and back in its place, unchanged", async () => {
    const all = naughtyStrings().join("\n");
    hub.output = undefined;
    const editor = await untitled();
    const { document } = editor;
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), all));
    await run("expertHub.newConversation");
    await run("workbench.action.closeAuxiliaryBar");
    await run("workbench.action.focusActiveEditorGroup");
    editor.selection = new vscode.Selection(0, 0, document.lineCount, 0);
    messages.press = ({ buttons }) => buttons.find((button) => button === "Use As Is");
    const before = hub.bodies.length;
    await run("expertHub.askSelection");
    await until("the question reaches the hub", () => hub.bodies.length > before);
    assert.equal(sentInput(), all);
    await hideChat();
    await emptied(editor);
    await until("the answer is there", async () => {
      messages.told.length = 0;
      await run("expertHub.insertOutput");
      return !/There is no answer yet/.test(messages.last?.message ?? "");
    });
    assert.equal(document.getText(), all);
    const alarms = naughtyStrings().filter((text) => hiddenCharacters(text).length > 0).length;
    print(
      `${all.split("\n").length} lines in one selection; ${alarms} of the strings hide something`,
    );
    assert.ok(alarms < 30, "false alarms");
  });

  function sentInput(): unknown {
    return (JSON.parse(hub.bodies.at(-1) ?? "{}") as { input_data?: string }).input_data;
  }
});
