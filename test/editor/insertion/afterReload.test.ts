import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Conversation } from "../../../src/app/conversation/conversation";
import type { Attachment } from "../../../src/app/conversation/attachment";
import type { Turn } from "../../../src/app/conversation/turn";
import { ChangeReader, encodeWhole } from "../../../src/app/savedConversations/conversationRecord";
import { selectionOf } from "../../../src/editor/selection/selection";
import type { Disposable } from "../../../src/kit/disposable";
import { until } from "../support/inputs";
import { insertionFeature } from "../support/insertionFeature";
import { file, isDiff, openFile, run, untitled } from "../support/inserting";
import { Messages } from "../support/messages";

/** A question about this attachment, answered and saved, as another window reads it. */
function saved(attachment: Attachment): Conversation {
  const value = { output: "changed", intermediate_steps: [] };
  const turn: Turn = {
    id: "t",
    question: { typed: "", expertId: 2, attachments: [attachment] },
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

describe("an answer after the window was reloaded", () => {
  let owned: Disposable[];
  let messages: Messages;
  beforeEach(() => {
    owned = [];
    messages = new Messages();
  });
  afterEach(async () => {
    messages.restore();
    await run("workbench.action.files.revert");
    await run("workbench.action.closeAllEditors");
    for (const one of owned) one.dispose();
  });

  /** Presses Replace in a window that knows nothing but what was saved. */
  function replace(attachment: Attachment): Promise<boolean> {
    const { output } = insertionFeature((one) => {
      owned.push(one);
      return one;
    });
    return output.use(saved(attachment), { turnId: "t" }, "replace");
  }

  async function accepted(attachment: Attachment): Promise<boolean> {
    messages.press = ({ buttons }) => (buttons.includes("Replace") ? "Replace" : undefined);
    return replace(attachment);
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

  it("I3 refuses where the text has changed, or occurs more than once since it moved", async () => {
    const uri = await file("twice.txt", "two\nthree\n");
    const attachment = attached(await openFile(uri), "two");
    for (const now of ["one\ntwo\ntwo\n", "tw0\n"]) {
      await vscode.workspace.fs.writeFile(uri, Buffer.from(now));
      await until("the file is read", async () => (await openFile(uri)).document.getText() === now);
      assert.equal(await replace(attachment), false);
      assert.match(messages.last?.message ?? "", /twice\.txt has changed since it was sent/);
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
});
