import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ChatPanels } from "../../../src/features/chat/editor/chatPanels";
import { Emitter } from "../../../src/kit/event";
import { ChatTab } from "../support/chatTab";
import { until } from "../support/inputs";
import { active, at, canary, file, Inserting, openFile, run, untitled } from "../support/inserting";
import { itWithAll, some } from "../../support/testSize";

/** The tabs of each group, as the user sees them. */
const tabs = (): string[][] =>
  vscode.window.tabGroups.all.map((group) => group.tabs.map(({ label }) => label));

const toChat = (): Thenable<unknown> => run("expertHub.chat.focus");

const cursorTo = (editor: vscode.TextEditor, line: number, character: number): void => {
  editor.selection = new vscode.Selection(line, character, line, character);
};

async function diffOf(left: vscode.Uri, right: vscode.Uri, preview = true): Promise<void> {
  await run("vscode.diff", left, right, "Two files", { preview });
  await until("the diff has the cursor", () => String(active()?.document.uri) === String(right));
}

async function notebookOf(...cells: string[]): Promise<vscode.NotebookDocument> {
  const notebook = await vscode.workspace.openNotebookDocument(
    "jupyter-notebook",
    new vscode.NotebookData(
      cells.map(
        (text) => new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, "python"),
      ),
    ),
  );
  await vscode.window.showNotebookDocument(notebook, { preview: false });
  await run("notebook.cell.edit");
  const { document } = notebook.cellAt(0);
  await until("the cell has the cursor", () => active()?.document === document);
  return notebook;
}

/** In the first group, in front of the file. */
async function inFront({ panel }: ChatTab): Promise<void> {
  panel.reveal(vscode.ViewColumn.One);
  const { tabGroups } = vscode.window;
  await until(
    "the chat is in front",
    () => tabGroups.all[0]?.activeTab?.input instanceof vscode.TabInputWebview,
  );
}

describe("the cursor that the user had last", () => {
  const fixture = Inserting.inSuite();

  for (const last of some([0, 1], 1))
    it(`Q4 gets the answer in split ${last + 1} of 2`, async () => {
      const sent = canary();
      const uri = await file("split.txt", `${sent}\none\ntwo\n`);
      const first = await openFile(uri);
      await fixture().ask(first, sent, "answer");
      await run("workbench.action.splitEditorRight");
      await until("there are two", () => vscode.window.visibleTextEditors.length === 2);
      const splits = vscode.window.visibleTextEditors.toSorted(
        (a, b) => (a.viewColumn ?? 0) - (b.viewColumn ?? 0),
      );
      for (const [index, split] of splits.entries()) cursorTo(split, index + 1, 3);
      await run(`workbench.action.focus${last === 0 ? "First" : "Second"}EditorGroup`);
      await until("it has the cursor", () => active() === splits[last]);
      const before = tabs();
      await toChat();
      await fixture().use("expertHub.insertOutput");
      const expected = last === 0 ? "oneanswer\ntwo" : "one\ntwoanswer";
      assert.equal(first.document.getText(), `${sent}\n${expected}\n`);
      assert.deepEqual(tabs(), before);
      assert.equal(active()?.viewColumn, last + 1);
    });

  itWithAll("Q4 gets the answer on the right side of a diff, which stays", async () => {
    const sent = canary();
    const right = await file("stays-right.txt", `${sent}\none\ntwo\n`);
    await diffOf(await file("stays-left.txt", "left\n"), right);
    await fixture().ask(active()!, sent, "answer");
    cursorTo(active()!, 2, 3);
    const before = tabs();
    await toChat();
    await fixture().use("expertHub.insertOutput");
    assert.equal(active()?.document.getText(), `${sent}\none\ntwoanswer\n`);
    assert.deepEqual(tabs(), before);
    await openFile(await file("other.txt", "other\n"));
    const behind = tabs();
    await fixture().use("expertHub.insertOutput");
    assert.equal(active()?.document.getText(), `${sent}\none\ntwoansweranswer\n`);
    assert.deepEqual(tabs(), behind);
  });

  itWithAll("Q4 gets the answer on the left side of a diff, which stays", async () => {
    const sent = canary();
    const left = await file("asked-left.txt", `${sent}\none\n`);
    await diffOf(left, await file("asked-right.txt", "right\n"));
    await run("workbench.action.compareEditor.focusSecondarySide");
    const isLeft = () => String(active()?.document.uri) === String(left);
    await until("the left side has the cursor", isLeft);
    const { document } = active()!;
    const toLeft = "workbench.action.compareEditor.focusSecondarySide";
    await fixture().ask(active()!, sent, "answer", toLeft);
    // VS Code gives the focus to the right side once the side bar is closed.
    await run(toLeft);
    await until("the left side has the cursor again", isLeft);
    cursorTo(active()!, 1, 3);
    const before = tabs();
    await toChat();
    await fixture().use("expertHub.insertOutput");
    assert.equal(document.getText(), `${sent}\noneanswer\n`);
    assert.deepEqual(tabs(), before);
  });

  itWithAll("Q4 gets the answer in a file that the user closed and opened again", async () => {
    const sent = canary();
    const uri = await file("again.txt", `${sent}\none\n`);
    const { document } = await openFile(uri);
    await fixture().ask(active()!, sent, "answer");
    await run("workbench.action.closeActiveEditor");
    await until("the document is closed", () => document.isClosed);
    const again = await openFile(uri);
    cursorTo(again, 1, 3);
    await toChat();
    await fixture().use("expertHub.insertOutput");
    assert.equal(again.document.getText(), `${sent}\noneanswer\n`);
    // It acts where the focus is, which is still in the chat on a busy computer.
    await vscode.window.showTextDocument(again.document);
    await run("undo");
    assert.equal(again.document.getText(), `${sent}\none\n`);
    await again.edit((edit) => edit.insert(new vscode.Position(0, 0), "changed "));
    cursorTo(again, 1, 3);
    await toChat();
    await fixture().use("expertHub.insertOutput");
    assert.equal(again.document.getText(), `changed ${sent}\noneanswer\n`);
  });

  it("Q4 gets the answer behind another tab, a chat or a diff, which stay", async () => {
    const sent = canary();
    const uri = await file("behind.txt", `${sent}\none\n`);
    const editor = await openFile(uri);
    await fixture().ask(editor, sent, "answer");
    cursorTo(editor, 1, 3);
    const other = await file("other.txt", "other\n");
    await diffOf(await file("behind-left.txt", "left\n"), other);
    const chat = await ChatTab.open();
    await inFront(chat);
    const before = tabs();
    await fixture().use("expertHub.insertOutput");
    assert.equal(editor.document.getText(), `${sent}\noneanswer\n`);
    assert.deepEqual(tabs(), before);
    chat.close();
  });

  it("Q4 gets the answer of a typed question as well, where a chat hides the file", async () => {
    const uri = await file("typed.txt", "one\ntwo\n");
    const editor = await openFile(uri);
    cursorTo(editor, 1, 3);
    fixture().hub.output = () => "answer";
    await run("expertHub.newConversation");
    await run("workbench.action.closeAuxiliaryBar");
    await run("expertHub.ask", { expertId: 1, input: canary() });
    const chat = await ChatTab.open();
    await inFront(chat);
    await fixture().use("expertHub.insertOutput");
    assert.equal(editor.document.getText(), "one\ntwoanswer\n");
    chat.close();
  });

  itWithAll("Q4 gets the answer in the cell of a notebook, also behind another tab", async () => {
    const sent = canary();
    const notebook = await notebookOf(`${sent}\none\n`, "second\n");
    const { document } = notebook.cellAt(0);
    await fixture().ask(active()!, sent, "answer");
    cursorTo(active() ?? vscode.window.visibleTextEditors[0]!, 1, 3);
    await toChat();
    await fixture().use("expertHub.insertOutput");
    assert.equal(document.getText(), `${sent}\noneanswer\n`);
    await untitled("in front");
    const before = tabs();
    await fixture().use("expertHub.insertOutput");
    assert.equal(document.getText(), `${sent}\noneansweranswer\n`);
    assert.deepEqual(tabs(), before);
    assert.equal(notebook.cellAt(1).document.getText(), "second\n");
    assert.deepEqual(fixture().messages.told, []);
  });

  itWithAll("Q7 has the indentation of the file there, and of what was asked about", async () => {
    const sent = `if ${canary()}:\n\t\t\tpass`;
    const uri = await file("tabs.py", `class A:\n\tdef f(self):\n\t\t${sent}\n\t\treturn 1\n`);
    const editor = await openFile(uri);
    await until("its tabs are known", () => editor.options.insertSpaces === false);
    await fixture().ask(editor, sent, "if a:\n  b = '''\n  c'''\n  if b:\n    d()");
    await fixture().replace();
    const inner = "if a:\n\t\t\tb = '''\n  c'''\n\t\t\tif b:\n\t\t\t\td()";
    assert.equal(
      editor.document.getText(),
      `class A:\n\tdef f(self):\n\t\t${inner}\n\t\treturn 1\n`,
    );
    await fixture().ask(active()!, inner, "if x:\n\t\t\ty()\n\t\tz()");
    await fixture().replace();
    assert.equal(
      editor.document.getText(),
      "class A:\n\tdef f(self):\n\t\tif x:\n\t\t\ty()\n\t\tz()\n\t\treturn 1\n",
    );
  });
});

describe("the label of what was asked about", () => {
  const fixture = Inserting.inSuite();
  let chat: ChatTab | undefined;

  /** Like a click on it in a chat that is in front of the file. */
  async function reveal(): Promise<void> {
    chat = await ChatTab.open();
    await inFront(chat);
    const { id, attachments } = await chat.settled();
    const attachmentId = attachments[0]?.id ?? "";
    await chat.call("revealAttachment", { turnId: id, attachmentId });
  }

  afterEach(() => chat?.close());

  it("shows it in the tab where it is open", async () => {
    const sent = canary();
    const uri = await file("label-open.txt", `${"one\n".repeat(300)}${sent}\n`);
    await fixture().ask(await openFile(uri), sent, "answer");
    await run("revealLine", { lineNumber: 0, at: "top" });
    await openFile(await file("other.txt", "other\n"));
    await reveal();
    assert.deepEqual(
      tabs().map((labels) => labels.filter((label) => label === "label-open.txt").length),
      [1],
    );
    assert.equal(active()?.document.getText(active()?.selection), sent);
    await until("it comes into view", () =>
      active()!.visibleRanges.some(({ start, end }) => start.line <= 300 && end.line >= 300),
    );
  });

  itWithAll("shows it on the side of the diff where it is open", async () => {
    const sent = canary();
    const right = await file("label-right.txt", `one\n${sent}\n`);
    await diffOf(await file("label-left.txt", "left\n"), right, false);
    await fixture().ask(active()!, sent, "answer");
    cursorTo(active()!, 0, 0);
    await reveal();
    assert.equal(active()?.document.getText(active()?.selection), sent);
    assert.equal(tabs()[0]?.length, 2);
    assert.ok(
      vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff,
    );
  });

  itWithAll("opens a closed file beside the chat, not over it", async () => {
    const sent = canary();
    const { document } = await openFile(await file("label-closed.txt", `one\n${sent}\n`));
    await fixture().ask(active()!, sent, "answer");
    await run("workbench.action.closeActiveEditor");
    await until("the document is closed", () => document.isClosed);
    await reveal();
    assert.equal(active()?.document.getText(active()?.selection), sent);
    assert.equal(chat?.panel.visible, true);
    assert.deepEqual(
      tabs().map(({ length }) => length),
      [1, 1],
    );
  });

  itWithAll("shows the cell of a notebook where it stands", async () => {
    const sent = canary();
    const notebook = await notebookOf("first\n", "second\n");
    const { document } = notebook.cellAt(0);
    await active()?.edit((edit) => edit.insert(new vscode.Position(0, 0), sent));
    await fixture().ask(active()!, sent, "answer");
    await reveal();
    const shown = vscode.window.visibleTextEditors.filter((editor) => editor.document === document);
    assert.deepEqual(
      shown.map(({ selection }) => document.getText(selection)),
      [sent],
    );
    assert.equal(tabs()[0]?.length, 2);
  });

  itWithAll("says so where it is gone", async () => {
    const sent = canary();
    await fixture().ask(await untitled(`${sent}\n`), sent, "answer");
    await run("workbench.action.revertAndCloseActiveEditor");
    await assert.rejects(reveal, /Untitled-\d+ is no longer open, and cannot be opened/);
    chat?.close();
    await openFile(await file("deleted.txt", `${sent}\n`));
    await fixture().ask(active()!, sent, "answer");
    await vscode.workspace.fs.delete(at("deleted.txt"));
    await run("workbench.action.closeAllEditors");
    await assert.rejects(reveal, /deleted\.txt is no longer open, and cannot be opened/);
    assert.deepEqual(
      vscode.window.visibleTextEditors.map(({ document }) => document.uri.path),
      [],
    );
  });
});

describe("the chat that is shown for the first time", () => {
  Inserting.inSuite();

  it("Q4 leaves the diff that has the cursor where it is, and the cursor in it", async () => {
    const right = await file("first-right.txt", "right\n");
    await diffOf(await file("first-left.txt", "left\n"), right);
    await run("workbench.action.closeAuxiliaryBar");
    const before = tabs();
    const unseen = { onDidChange: new Emitter<never>().event };
    const side = { onDidChangeSide: new Emitter<never>().event, side: undefined };
    const chats = { ...side, unseen, places: {} };
    const panels = new ChatPanels(right, chats as never, {} as never);
    await panels.revealSide();
    assert.deepEqual(tabs(), before);
    await run("type", { text: "typed " });
    assert.equal(active()?.document.getText(), "typed right\n");
    panels.dispose();
  });
});
