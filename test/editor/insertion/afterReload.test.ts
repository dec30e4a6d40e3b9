import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Conversation } from "../../../src/features/conversation/core/conversation";
import type { Attachment } from "../../../src/features/conversation/core/attachment";
import type { Turn } from "../../../src/features/conversation/core/turn";
import {
  ChangeReader,
  encodeWhole,
} from "../../../src/features/conversation/core/conversationRecord";
import { AttachmentOrigins } from "../../../src/features/attachments/editor/attachmentOrigins";
import { selectionOf, wholeOf } from "../../../src/features/attachments/editor/selection";
import type { Disposable } from "../../../src/kit/disposable";
import { until } from "../support/inputs";
import { insertionFeature, reviewsAreFree } from "../support/insertionFeature";
import { file, isDiff, openFile, run, untitled } from "../support/inserting";
import { Messages } from "../support/messages";
import { textOf, withWindow } from "../support/standIns";
import { itWithAll } from "../../support/testSize";

/** A question about these attachments, answered and saved, as another window reads it. */
function saved(...attachments: Attachment[]): Conversation {
  const value = { output: "changed", intermediate_steps: [] };
  const turn: Turn = {
    id: "t",
    question: { typed: "", expertId: 2, attachments },
    sent: { endpoint: "invoke_agent", body: {} },
    askedAt: 0,
    asked: { expertId: 2, expertName: "Engineer", hubScope: "", builtIn: false },
    result: { state: "done", received: { value, raw: value, bytes: 1, elapsedMs: 1 } },
  };
  const reader = new ChangeReader();
  const lines = encodeWhole({ changes: [{ kind: "turn", turn }] });
  const changes = lines.map((line) => reader.read(JSON.parse(JSON.stringify(line)))!);
  return new Conversation({ id: "c", changes });
}

/** What a question about this range of a document is saved with. */
function attached(editor: vscode.TextEditor, selected: string): Attachment {
  const { document } = editor;
  const start = document.getText().indexOf(selected);
  editor.selection = new vscode.Selection(
    document.positionAt(start),
    document.positionAt(start + selected.length),
  );
  return selectionOf(editor)!;
}

const textIn = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();

describe("an answer after the window was reloaded", () => {
  let owned: Disposable[];
  let messages: Messages;
  beforeEach(async () => {
    owned = [];
    messages = new Messages();
    await reviewsAreFree();
  });
  afterEach(async () => {
    messages.restore();
    await run("workbench.action.files.revert");
    await run("workbench.action.closeAllEditors");
    for (const one of owned) one.dispose();
  });

  /** Presses Replace in a window that knows nothing but what was saved. */
  function replace(...attachments: Attachment[]): Promise<boolean> {
    for (const one of owned.splice(0)) one.dispose();
    const { output } = insertionFeature((one) => {
      owned.push(one);
      return one;
    });
    return output.use(saved(...attachments), { turnId: "t" }, "replace");
  }

  async function accepted(...attachments: Attachment[]): Promise<boolean> {
    messages.press = ({ buttons }) => (buttons.includes("Replace") ? "Replace" : undefined);
    return replace(...attachments);
  }

  it("I4 I3 replaces the text that was asked about, also where it has moved", async () => {
    const uri = await file("reloaded.txt", "one\ntwo\nthree\n");
    const attachment = attached(await openFile(uri), "two");
    await run("workbench.action.closeAllEditors");
    for (const before of ["one\n", "zero\none\n"]) {
      await vscode.workspace.fs.writeFile(uri, Buffer.from(`${before}two\nthree\n`));
      await until("the file is read", async () => {
        const { document } = await openFile(uri);
        return document.getText() === `${before}two\nthree\n`;
      });
      await run("workbench.action.closeAllEditors");
      assert.equal(await accepted(attachment), true, messages.last?.message);
      const { document } = vscode.window.activeTextEditor!;
      assert.equal(document.getText(), `${before}changed\nthree\n`);
      await run("workbench.action.files.revert");
      await run("workbench.action.closeAllEditors");
    }
  });

  it("A6 I3 refuses where the text has changed, or stands elsewhere or twice by now", async () => {
    const uri = await file("twice.txt", "two\nthree\n");
    const attachment = attached(await openFile(uri), "two");
    for (const now of ["one\ntwo\ntwo\n", "three\ntwo\n", "tw0\n"]) {
      await vscode.workspace.fs.writeFile(uri, Buffer.from(now));
      await until("the file is read", async () => (await openFile(uri)).document.getText() === now);
      assert.equal(await replace(attachment), false);
      assert.match(
        messages.last?.message ?? "",
        /is not in twice\.txt with the lines that stood around it/,
      );
      assert.equal(vscode.window.tabGroups.all.some(isDiff), false);
    }
  });

  it("I4 knows an untitled document by its text, and opens nothing but files", async () => {
    const editor = await untitled("one two");
    const attachment = attached(editor, "two");
    assert.equal(await accepted(attachment), true);
    assert.equal(editor.document.getText(), "one changed");
    await replace(attachment);
    assert.match(messages.last?.message ?? "", /is no longer open, and cannot be opened/);
    const uri = "nobody-provides-this:/x";
    await replace({ ...attachment, origin: { ...attachment.origin!, uri } });
    assert.match(messages.last?.message ?? "", /^x is no longer open, and cannot be opened/);
  });

  itWithAll(
    "Q4 asks which of several selections is meant, and leaves the others and whole files alone",
    async () => {
      const [one, other] = [
        await file("one.txt", "one\n"),
        await file("other.txt", "other\nend\n"),
      ];
      const attachments = [
        wholeOf(other, "other\nend\n", "plaintext"),
        attached(await openFile(one), "one"),
        attached(await openFile(other), "other"),
      ];
      let offered: vscode.QuickPickItem[] = [];
      const choosing = (label: string | undefined) =>
        withWindow(
          {
            showQuickPick: async (items: vscode.QuickPickItem[]) => {
              offered = items;
              return items.find((item) => item.label === label);
            },
          },
          () => accepted(...attachments),
        );
      assert.equal(await choosing(undefined), false);
      assert.equal(messages.told.length, 0);
      assert.equal(await choosing("other.txt:1"), true);
      assert.deepEqual(textOf(offered), [
        "one.txt:1 | 1 line · plain text · 3 B | inserting/one.txt",
        "other.txt:1 | 1 line · plain text · 5 B | inserting/other.txt",
      ]);
      assert.deepEqual([await textIn(one), await textIn(other)], ["one\n", "changed\nend\n"]);
      const origins = new AttachmentOrigins();
      owned.push(origins);
      const summary = (...some: number[]) => origins.summaryOf(some.map((at) => attachments[at]!));
      assert.deepEqual(summary(0, 1), { label: "one.txt", single: true });
      assert.deepEqual(summary(1, 2), { label: "one of 2 files", single: true });
      assert.deepEqual(summary(0), { label: "other.txt", single: false });
      assert.equal(summary(), undefined);
    },
  );
});
