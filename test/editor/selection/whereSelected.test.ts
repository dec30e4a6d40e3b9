import assert from "node:assert/strict";
import * as vscode from "vscode";
import { codeReader } from "../../support/builtInExperts";
import { ChatTab } from "../support/chatTab";
import { RecordingProxy } from "../support/recordingProxy";
import { startHub, type TestHub } from "../support/hub";
import { pause, until } from "../support/inputs";
import { itWithAll } from "../../support/testSize";
import { sendsSelections } from "../support/sendsSelections";

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

const behind = "SELECTED-IN-THE-FILE-BEHIND";
const scheme = "git";

const active = () => vscode.window.activeTextEditor;

/** Selects all lines, or the first few, and returns their text. */
async function select(
  editor: vscode.TextEditor,
  lines = editor.document.lineCount,
): Promise<string> {
  const { document } = editor;
  const range = new vscode.Range(0, 0, lines - 1, document.lineAt(lines - 1).text.length);
  editor.selection = new vscode.Selection(range.start, range.end);
  await until("it is selected", () => !editor.selection.isEmpty);
  return document.getText(range);
}

async function focused(test: (editor: vscode.TextEditor) => boolean): Promise<vscode.TextEditor> {
  await until("it has the focus", () => {
    const editor = active();
    return editor !== undefined && test(editor);
  });
  return active() as vscode.TextEditor;
}

async function openDiff(): Promise<void> {
  const committed = vscode.Uri.parse(`${scheme}:/folder/committed.txt`);
  const document = await vscode.workspace.openTextDocument({ content: "as it is now\n" });
  await run("vscode.diff", committed, document.uri, "Committed and now");
  await focused((editor) => editor.document === document);
}

/** A file with a selection; then something else takes its place. */
async function fileBehind(column = vscode.ViewColumn.One): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument({ content: behind });
  const editor = await vscode.window.showTextDocument(document, column);
  await select(editor);
  return editor;
}

/** The selection where the user is, while something else is selected in a file. */
describe("where the selection is taken from", () => {
  sendsSelections();
  let hub: TestHub;
  let door: RecordingProxy;
  const tabs: ChatTab[] = [];
  const content = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: () => "as it was committed\n",
  });

  before(async () => {
    hub = await startHub();
    door = await RecordingProxy.before(hub);
    await door.connect([codeReader]);
  });
  beforeEach(async () => {
    await run("workbench.action.closePanel");
    await run("workbench.action.closeAllEditors");
    await run("expertHub.newConversation");
    door.count();
  });
  afterEach(() => {
    door.letThrough();
    for (const tab of tabs.splice(0)) tab.close();
  });
  after(async () => {
    content.dispose();
    await run("workbench.action.closePanel");
    await run("workbench.action.closeAllEditors");
    await door.close();
    await hub.close();
  });

  const asked = () => door.questions.map((body) => body["input_data"]);

  async function askSelection(): Promise<void> {
    await run("expertHub.askSelection");
    await until("the question reaches the hub", () => asked().length === 1);
  }

  /** Without a selection, the chat waits for a question instead. */
  async function asksNothing(): Promise<void> {
    const { length } = asked();
    await run("expertHub.askSelection");
    await pause(200);
    assert.equal(asked().length, length);
  }

  async function openTab(): Promise<ChatTab> {
    const tab = await ChatTab.open();
    tabs.push(tab);
    return tab;
  }

  itWithAll("Q1 asks about the text of a git: editor", async () => {
    await fileBehind(vscode.ViewColumn.Two);
    const document = await vscode.workspace.openTextDocument(
      vscode.Uri.parse(`${scheme}:/folder/committed.txt`),
    );
    const text = await select(
      await vscode.window.showTextDocument(document, vscode.ViewColumn.One),
    );
    await askSelection();
    assert.deepEqual(asked(), [text]);
  });

  it("Q1 asks about the side of a diff that has the focus", async () => {
    await fileBehind(vscode.ViewColumn.Two);
    await vscode.commands.executeCommand("workbench.action.focusFirstEditorGroup");
    await openDiff();
    const now = await select(await focused(({ document }) => document.uri.scheme !== scheme));
    await askSelection();
    assert.deepEqual(asked(), [now]);
    await run("expertHub.newConversation");
    door.count();
    await run("workbench.action.focusFirstEditorGroup");
    await run("workbench.action.compareEditor.focusSecondarySide");
    const committed = await select(await focused(({ document }) => document.uri.scheme === scheme));
    await askSelection();
    assert.deepEqual(asked(), [committed]);
  });

  itWithAll("Q1 asks about the cell of a notebook", async () => {
    await fileBehind(vscode.ViewColumn.Two);
    const { NotebookCellData: Cell, NotebookCellKind: Kind, NotebookData: Data } = vscode;
    const cells = [new Cell(Kind.Code, "print('in the cell')", "python")];
    const notebook = await vscode.workspace.openNotebookDocument(
      "jupyter-notebook",
      new Data(cells),
    );
    await vscode.window.showNotebookDocument(notebook, { viewColumn: vscode.ViewColumn.One });
    await run("notebook.cell.edit");
    const text = await select(
      await focused(({ document }) => document.uri.scheme === "vscode-notebook-cell"),
    );
    await askSelection();
    assert.deepEqual(asked(), [text]);
  });

  itWithAll(
    "Q1 asks about the Output panel, and about nothing where nothing is selected in it",
    async () => {
      await fileBehind();
      await run("workbench.action.output.show.rendererLog");
      await run("workbench.panel.output.focus");
      const output = await focused(
        ({ document }) => document.uri.scheme === "output" && document.lineAt(0).text !== "",
      );
      output.selection = new vscode.Selection(0, 0, 0, 0);
      await asksNothing();
      // Further lines are those of other tests, and may look like a secret.
      const text = await select(output, 1);
      await askSelection();
      assert.deepEqual(asked(), [text]);
    },
  );

  it("Q1 names the selection in the box of the palette, which may hide a terminal with the focus", async () => {
    await fileBehind();
    const { showInputBox } = vscode.window;
    const prompts: string[] = [];
    const fromPalette = async (typed: string | undefined) => {
      Object.assign(vscode.window, {
        showInputBox: async ({ prompt = "" }: vscode.InputBoxOptions) => {
          prompts.push(prompt);
          return typed;
        },
      });
      await run("expertHub.askSelectionElsewhere");
    };
    try {
      await fromPalette(undefined);
      assert.deepEqual(asked(), []);
      await fromPalette("");
    } finally {
      Object.assign(vscode.window, { showInputBox });
    }
    for (const prompt of prompts) assert.match(prompt, /^Untitled-\d+:1 will be attached\. /);
    assert.equal(prompts.length, 2);
    await until("the question reaches the hub", () => asked().length > 0);
    assert.deepEqual(asked(), [behind]);
  });

  it("Q1 takes the editor that the user was in last where a chat is in front of it", async () => {
    await fileBehind();
    const tab = await openTab();
    await until("the tab is in front", () => active() === undefined && tab.panel.active);
    await tab.call("attachSuggested");
    assert.equal((await tab.view()).pageState.attachments[0]?.text, behind);
    await askSelection();
    assert.deepEqual(asked(), [behind]);
  });

  itWithAll("Q1 asks about nothing where that editor is out of sight", async () => {
    const { document } = await fileBehind();
    const tab = await openTab();
    await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ content: "in front" }),
      vscode.ViewColumn.One,
    );
    await until("it is hidden", () =>
      vscode.window.visibleTextEditors.every((editor) => editor.document !== document),
    );
    await run("workbench.action.focusSecondEditorGroup");
    await until("the tab is in front", () => active() === undefined && tab.panel.active);
    await asksNothing();
  });

  itWithAll(
    "Q1 asks about nothing where the user was in something else than text last",
    async () => {
      await fileBehind(vscode.ViewColumn.Two);
      await run("workbench.action.focusFirstEditorGroup");
      await run("workbench.action.openSettings2");
      await until("the settings are in front", () => active() === undefined);
      await asksNothing();
      const tab = await openTab();
      await until("the tab is in front", () => tab.panel.active);
      await tab.call("attachSuggested");
      assert.deepEqual((await tab.view()).pageState.attachments, []);
    },
  );

  it("asks about an excluded file in its committed form only after confirmation", async () => {
    const document = await vscode.workspace.openTextDocument(
      vscode.Uri.parse(`${scheme}:/folder/.env`),
    );
    // The tab opens beside it.
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    const tab = await openTab();
    await select(await vscode.window.showTextDocument(document, vscode.ViewColumn.One));
    const asking = run("expertHub.askSelection");
    const pending = async () => (await tab.view()).pageState.pending;
    await until("it is asked about the file", async () => (await pending()) !== undefined);
    const { id = "", sentence = "" } = (await pending()) ?? {};
    assert.match(sentence, /\.env is excluded/);
    await tab.call("decide", { questionId: id });
    await asking;
    await pause(200);
    assert.deepEqual(asked(), []);
  });

  itWithAll(
    "opens no empty conversation where nothing is selected while a question is out",
    async () => {
      const editor = await fileBehind();
      door.holdBack(/./);
      await run("expertHub.askSelection");
      await until("it is out", () => door.held === 1);
      const tab = await openTab();
      const before = (await tab.view()).pageState.conversationId;
      await vscode.window.showTextDocument(editor.document, vscode.ViewColumn.One);
      editor.selection = new vscode.Selection(0, 0, 0, 0);
      await asksNothing();
      // A chat with a tab is shown there: this one is still the chat in use.
      tab.close();
      assert.equal((await (await openTab()).view()).pageState.conversationId, before);
    },
  );
});
