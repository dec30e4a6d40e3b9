import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { access, mkdir, readFile, rm, symlink } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { Conversation } from "../../../src/features/conversation/core/conversation";
import type { Attachment } from "../../../src/features/conversation/core/attachment";
import { selectionOf } from "../../../src/features/attachments/editor/selection";
import type { Disposable } from "../../../src/kit/disposable";
import type { InsertionFeature } from "../../../src/features/changes/editor";
import {
  applyChanges,
  stillPossible,
} from "../../../src/features/changes/editor/changes/applyChanges";
import { until } from "../support/inputs";
import { insertionFeature } from "../support/insertionFeature";
import { active, at, discardAll, file, openFile, run } from "../support/inserting";
import { Messages } from "../support/messages";

const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\`\n\n`;
const textOf = async (name: string) =>
  (await vscode.workspace.openTextDocument(at(name))).getText();
const tab = () => vscode.window.tabGroups.activeTabGroup.activeTab;
const creationOf = (name: string) =>
  `--- /dev/null\n+++ b/inserting/${name}\n@@ -0,0 +1 @@\n+three\n`;
const diffOf = (name: string, from: string, to: string) =>
  `--- a/inserting/${name}\n+++ b/inserting/${name}\n@@ -1 +1 @@\n-${from}\n+${to}\n`;

describe("a review of all changes of an answer", () => {
  let owned: Disposable[];
  let messages: Messages;
  let feature: InsertionFeature;

  beforeEach(async () => {
    owned = [];
    messages = new Messages();
    feature = insertionFeature((one) => {
      owned.push(one);
      return one;
    });
    await mkdir(path.dirname(at("x").fsPath), { recursive: true });
  });
  afterEach(async () => {
    messages.restore();
    for (const one of owned) one.dispose();
    await discardAll();
    await rm(path.dirname(at("x").fsPath), { recursive: true, force: true, maxRetries: 5 });
  });

  function review(output: string, attachment?: Attachment): Promise<boolean> {
    const value = { output, intermediate_steps: [] };
    const conversation = new Conversation();
    conversation.put({
      id: "t",
      question: { typed: "", expertId: 2, ...(attachment && { attachments: [attachment] }) },
      sent: { endpoint: "invoke_agent", body: {} },
      askedAt: 0,
      asked: { expertId: 2, expertName: "Engineer", hubScope: "", builtIn: false },
      result: { state: "done", received: { value, raw: value, bytes: 1, elapsedMs: 1 } },
    });
    return feature.answerFiles.review(conversation, { turnId: "t" });
  }

  const settle = (id: string) => feature.commands.find((command) => command.id === id)!.run();
  const question = () =>
    messages.told.find(({ message }) => message.startsWith("Apply the changes"));
  const isShown = () =>
    until("the review is shown", () => {
      const isOpen = tab()?.label.startsWith("Changes by Engineer") === true;
      return isOpen && question() !== undefined;
    });

  it("I1 I3 applies a diff over several files, and one undo restores one of them", async () => {
    await file("a.ts", "one\n");
    await file("b.ts", "two\r\n");
    const created = creationOf("new/c.ts");
    const answer = fence(
      "diff",
      diffOf("a.ts", "one", "ONE") + diffOf("b.ts", "two", "TWO") + created,
    );
    const done = review(answer);
    await isShown();
    assert.equal(question()?.message, "Apply the changes to 3 files?");
    assert.equal(await textOf("a.ts"), "one\n");
    await settle("expertHub.applyAllChanges");
    assert.equal(await done, true, messages.last?.detail);
    assert.equal(await textOf("a.ts"), "ONE\n");
    assert.equal(await textOf("b.ts"), "TWO\r\n");
    assert.equal(await readFile(at("new/c.ts").fsPath, "utf8"), "three\n");
    assert.doesNotMatch(tab()?.label ?? "", /Changes by/);
    await openFile(at("a.ts"));
    await run("undo");
    assert.equal(await textOf("a.ts"), "one\n");
    assert.equal(await textOf("b.ts"), "TWO\r\n");
    await openFile(at("new/c.ts"));
    await run("undo");
    await assert.rejects(access(at("new/c.ts").fsPath));
    assert.equal(await textOf("b.ts"), "TWO\r\n");
  });

  it("I3 I4 names what it does not apply, and applies nothing in part without confirmation", async () => {
    await file("a2.ts", "one\n");
    await file("mismatch.ts", "else\n");
    await file(".env", "KEY=1\n");
    await file("long.ts", Array.from({ length: 40 }, (_, n) => `line ${n}\n`).join(""));
    const outside = path.join(path.dirname(at("x").fsPath), "..", "..", "outside.ts");
    await symlink(path.dirname(outside), at("link").fsPath);
    const answer =
      fence("diff", diffOf("a2.ts", "one", "ONE") + diffOf("mismatch.ts", "one", "ONE")) +
      ["../outside.ts", "/etc/hosts.txt", "inserting/../../x.ts", "inserting/link/outside.ts"]
        .map((name) => fence(`ts ${name}`, "x"))
        .join("") +
      fence("sh title=inserting/.env", "KEY=2") +
      fence("ts inserting/long.ts", "line 0") +
      fence("diff", diffOf("missing.ts", "one", "ONE"));
    const done = review(answer);
    await isShown();
    assert.match(
      question()?.message ?? "",
      /^Apply the changes to 1 file\? 8 files will not be changed/,
    );
    await settle("expertHub.applyAllChanges");
    await until("the user is asked", () => messages.last?.modal === true);
    const { message, detail, buttons } = messages.last!;
    assert.equal(message, "Apply only 1 of 9 files?");
    assert.deepEqual(buttons, ["Do Not Apply", "Apply These"]);
    assert.deepEqual(detail.split("\n"), [
      "Not applied:",
      "• inserting/mismatch.ts does not contain the text that the diff expects.",
      "• ../outside.ts is outside of the workspace.",
      "• /etc/hosts.txt is outside of the workspace.",
      "• inserting/../../x.ts is outside of the workspace.",
      "• inserting/link/outside.ts is reached through a link.",
      "• inserting/.env is excluded by the setting expertHub.exclude.",
      "• inserting/long.ts seems to be shown only in part, so it was not replaced.",
      "• inserting/missing.ts does not exist.",
    ]);
    assert.equal(await textOf("a2.ts"), "one\n");
    assert.match(tab()?.label ?? "", /^Changes by Engineer/, "the review goes on");
    messages.answer("Apply These");
    await settle("expertHub.applyAllChanges");
    assert.equal(await done, true);
    assert.equal(await textOf("a2.ts"), "ONE\n");
    assert.equal(await textOf(".env"), "KEY=1\n");
    await assert.rejects(access(outside));
  });

  it("I3 keeps no changes to some files only, where others fail, without confirmation", async () => {
    await file("free.ts", "one\n");
    // No disk takes such a name.
    const long = `${"x".repeat(300)}.ts`;
    const done = review(
      fence("diff", diffOf("free.ts", "one", "ONE") + creationOf("made.ts") + creationOf(long)),
    );
    await isShown();
    await settle("expertHub.applyAllChanges");
    await until("the user is asked", () => messages.last?.modal === true);
    assert.equal(messages.last?.message, "Keep the changes to 2 of 3 files?");
    assert.match(messages.last.detail, /^Not changed:\n• inserting\/xxx.*… cannot be changed\.$/);
    await until("it is undone", async () => (await textOf("free.ts")) === "one\n");
    await until("it is deleted", () => !existsSync(at("made.ts").fsPath));
    assert.match(tab()?.label ?? "", /^Changes by Engineer/, "the review goes on");
    messages.answer("Keep");
    let isDone = false;
    void done.then((applied) => (isDone = applied));
    await until("the review takes another answer", async () => {
      await settle("expertHub.applyAllChanges");
      return isDone;
    });
    assert.deepEqual([await textOf("free.ts"), await textOf("made.ts")], ["ONE\n", "three\n"]);
  });

  it("I3 leaves out what changed while it was open, and discards with its tab", async () => {
    const uri = await file("a3.ts", "one\n");
    const answer = fence("diff", diffOf("a3.ts", "one", "ONE"));
    let done = review(answer);
    await isShown();
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(1, 0), "more\n");
    await vscode.workspace.applyEdit(edit);
    await settle("expertHub.applyAllChanges");
    await done;
    assert.equal(messages.last?.message, "None of the changes can be applied.");
    assert.equal(messages.last.detail, "• inserting/a3.ts changed since the review was opened.");
    assert.equal(await textOf("a3.ts"), "one\nmore\n");
    messages.told.length = 0;
    done = review(answer);
    await isShown();
    assert.equal(await review(answer), false);
    assert.match(messages.last?.message ?? "", /Answer this first/);
    await vscode.window.tabGroups.close(tab()!);
    assert.equal(await done, false);
    assert.equal(await textOf("a3.ts"), "one\nmore\n");
  });

  it("I3 leaves a file alone of whose changes one does not fit", async () => {
    await file("half.ts", "one\n");
    await file("other.ts", "one\n");
    const answer =
      fence("diff", diffOf("half.ts", "one", "ONE") + diffOf("other.ts", "one", "ONE")) +
      fence("diff", diffOf("half.ts", "missing", "MISSING"));
    const done = review(answer);
    await isShown();
    assert.match(question()?.message ?? "", /to 1 file\? inserting\/half\.ts will not be changed/);
    messages.answer("Apply These");
    await settle("expertHub.applyAllChanges");
    assert.equal(await done, true);
    assert.deepEqual([await textOf("half.ts"), await textOf("other.ts")], ["one\n", "ONE\n"]);
  });

  it("I3 is not settled by the notification of one before", async () => {
    await file("notified.ts", "one\n");
    const buttons: ((button: string) => void)[] = [];
    messages.press = ({ message }) =>
      message.startsWith("Apply the changes")
        ? new Promise((resolve) => {
            buttons.push(resolve);
          })
        : undefined;
    const answer = fence("diff", diffOf("notified.ts", "one", "ONE"));
    const before = review(answer);
    await isShown();
    await settle("expertHub.discardChanges");
    assert.equal(await before, false);
    messages.told.length = 0;
    const done = review(answer);
    await isShown();
    buttons[0]?.("Apply All");
    buttons[1]?.("Discard");
    assert.equal(await done, false);
    assert.equal(await textOf("notified.ts"), "one\n");
  });

  it("I3 reads a file again that VS Code closed meanwhile", async () => {
    const uri = await file("closed.ts", "newer\n");
    const document = { uri, isClosed: true, getText: () => "one\n" } as vscode.TextDocument;
    const path = "inserting/closed.ts";
    const proposal = { path, uri, document, original: "one\n", proposed: "ONE\n" };
    const { files, refusals } = await stillPossible({ files: [proposal], refusals: [] });
    assert.deepEqual(files, []);
    assert.deepEqual(
      refusals.map(({ why }) => why(path)),
      ["inserting/closed.ts changed since the review was opened."],
    );
  });

  it("I3 changes no file whose text is another one by then", async () => {
    const uri = await file("late.ts", "newer\none\n");
    const document = await vscode.workspace.openTextDocument(uri);
    const proposal = { path: "late.ts", uri, document, original: "one\n", proposed: "ONE\n" };
    const { done, failed } = await applyChanges([proposal]);
    assert.deepEqual([done.length, failed.length], [0, 1]);
    assert.equal(await textOf("late.ts"), "newer\none\n");
  });

  it("I9 I12 asks about invisible characters, and about files that can run programs", async () => {
    await file("a4.ts", "one\n");
    const answer =
      fence("diff", diffOf("a4.ts", "one", "O\u202ENE")) +
      fence("json inserting/package.json", "{}");
    messages.press = () => undefined;
    assert.equal(await review(answer), false, "Cancel");
    assert.equal(messages.told.length, 1);
    messages.told.length = 0;
    messages.press = ({ message }) =>
      /invisible/.test(message)
        ? "Use Without Them"
        : /run programs/.test(message)
          ? "Leave Out"
          : undefined;
    const done = review(answer);
    await isShown();
    const [risky, hidden] = messages.told;
    assert.match(risky?.detail ?? "", /^inserting\/package\.json contains scripts that run/);
    assert.equal(hidden?.detail, "inserting/a4.ts: U+202E on line 1");
    messages.answer("Apply These");
    await settle("expertHub.applyAllChanges");
    assert.equal(await done, true);
    assert.equal(messages.last?.detail, "Not applied:\n• inserting/package.json was left out.");
    assert.equal(await textOf("a4.ts"), "ONE\n");
    await assert.rejects(access(at("package.json").fsPath));
  });

  it("puts a block that names the file of the selection where the selection is", async () => {
    const editor = await openFile(await file("a5.ts", "if (a) {\n    b();\n}\nc();\n"));
    editor.selection = new vscode.Selection(1, 4, 1, 8);
    const attachment = selectionOf(editor)!;
    feature = insertionFeature((one) => {
      owned.push(one);
      return one;
    });
    const answer = fence("ts a5.ts", "d();") + fence("ts inserting/new.ts", "e();");
    const done = review(answer, attachment);
    await isShown();
    await settle("expertHub.applyAllChanges");
    assert.equal(await done, true, messages.last?.detail);
    assert.equal(await textOf("a5.ts"), "if (a) {\n    d();\n}\nc();\n");
    assert.equal(await textOf("new.ts"), "e();\n");
  });

  it("goes to the lines that a block names, or to what was asked about", async () => {
    const editor = await openFile(await file("a6.ts", "one\ntwo\nthree\n"));
    editor.selection = new vscode.Selection(0, 0, 0, 3);
    const attachment = selectionOf(editor)!;
    await file("b6.ts", "one\ntwo\nthree\n");
    const output = fence("ts inserting/b6.ts#L2-L3", "x") + fence("ts", "y");
    const value = { output, intermediate_steps: [] };
    const conversation = new Conversation();
    conversation.put({
      id: "t",
      question: { typed: "", expertId: 2, attachments: [attachment] },
      sent: { endpoint: "invoke_agent", body: {} },
      askedAt: 0,
      asked: { expertId: 2, expertName: "Engineer", hubScope: "", builtIn: false },
      result: { state: "done", received: { value, raw: value, bytes: 1, elapsedMs: 1 } },
    });
    const selected = async (blockIndex: number) => {
      await feature.answerFiles.goTo(conversation, { turnId: "t", blockIndex });
      const { document, selection } = active()!;
      return [path.basename(document.uri.path), document.getText(selection)];
    };
    assert.deepEqual(await selected(0), ["b6.ts", "two\nthree"]);
    assert.deepEqual(await selected(1), ["a6.ts", "one"]);
  });
});
