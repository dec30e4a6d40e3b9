import assert from "node:assert/strict";
import * as vscode from "vscode";
import { questionsTo, startHub, type TestHub } from "../support/hub";
import { answering, hideChat, nextMessage, until } from "../support/inputs";
import { Messages } from "../support/messages";
import { ChatTab } from "../support/chatTab";
import { composingSelections, sendsSelections } from "../support/sendsSelections";

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

async function open(content: string, language = "json"): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(
    await vscode.workspace.openTextDocument({ content, language }),
  );
}

function select(editor: vscode.TextEditor, start: [number, number], end: [number, number]): void {
  editor.selection = new vscode.Selection(...start, ...end);
}

describe("asking about a selection", () => {
  sendsSelections();
  let hub: TestHub;
  let asked: number;

  before(async () => {
    hub = await startHub();
    await answering([hub.baseUrl, hub.key], () => run("expertHub.connect"));
    for (const id of hub.expertIds) await run("expertHub.addExpert", id);
  });
  after(async () => {
    await run("workbench.action.closeAllEditors");
    await hub.close();
  });
  beforeEach(() => {
    asked = questions();
  });

  const questions = (): number => questionsTo(hub).length;

  async function askSelection(): Promise<void> {
    await run("expertHub.newConversation");
    await run("workbench.action.focusActiveEditorGroup");
    await vscode.env.clipboard.writeText("");
    await run("expertHub.askSelection");
    await until("the question reaches the hub", () => questions() === asked + 1);
    await until("the answer is there", async () => {
      await run("expertHub.copyOutput");
      return (await vscode.env.clipboard.readText()) !== "";
    });
  }

  it("sends exactly the selection as input_data", async () => {
    const text = 'to uppercase: { "SEL-CANARY":\t[ 1 + 1 ] }  ';
    const editor = await open(`before\n${text}\nafter`);
    select(editor, [1, 0], [1, text.length]);
    await askSelection();
    assert.equal(questionsTo(hub).at(-1)?.["input_data"], text);
  });

  it("Q3 opens the chat for a question by default, and sends exactly the selection if none is typed", async () => {
    const text = "to uppercase: composed";
    const editor = await open(text, "plaintext");
    select(editor, [0, 0], [0, text.length]);
    await run("expertHub.newConversation");
    for (const command of ["expertHub.askSelection", "expertHub.askSelectionElsewhere"]) {
      await vscode.window.showTextDocument(editor.document, vscode.ViewColumn.One);
      await composingSelections(() => run(command));
      const tab = await ChatTab.open();
      try {
        const { attachments } = (await tab.view()).pageState;
        assert.deepEqual(
          attachments.map((one) => one.text),
          [text],
        );
        assert.equal(questions(), asked);
        if (command.endsWith("Elsewhere")) await tab.send("");
      } finally {
        tab.close();
      }
    }
    await until("the question reaches the hub", () => questions() === asked + 1);
    assert.equal(questionsTo(hub).at(-1)?.["input_data"], text);
  });

  it("tells that nothing is selected, and sends nothing", async () => {
    const editor = await open("nothing selected");
    select(editor, [0, 0], [0, 0]);
    const messages = new Messages();
    try {
      await run("expertHub.askSelection");
      await until("it is told", () => messages.last !== undefined);
    } finally {
      messages.restore();
    }
    assert.match(messages.last?.message ?? "", /Nothing is selected/);
    assert.deepEqual(messages.last?.buttons, []);
    assert.equal(questions(), asked);
  });

  it("I5 I11 inserts the answer literally at the cursor of the file that was asked about", async () => {
    const question = "uppercase: ${1:literal} $TM_FILENAME";
    const editor = await open(`${question}\n`);
    select(editor, [0, 0], [0, question.length]);
    await askSelection();
    await open("another file in front");
    const before = editor.document.getText();
    await run("expertHub.insertOutput");
    const after = editor.document.getText();
    assert.ok(after.includes("${1:LITERAL} $TM_FILENAME"), after);
    assert.equal(vscode.window.activeTextEditor?.document, editor.document);
    await run("undo");
    assert.equal(editor.document.getText(), before);
  });

  it("I1 I2 replaces the moved selection through the diff; one undo restores it", async () => {
    const editor = await open("first\n1 + 1\nlast\n", "plaintext");
    select(editor, [1, 0], [1, 5]);
    await askSelection();
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "typed meanwhile\n"));
    const before = editor.document.getText();
    const replaced = run("expertHub.replaceSelection");
    await until("the diff is open", () =>
      vscode.window.tabGroups.all.some(
        ({ activeTab }) => activeTab?.input instanceof vscode.TabInputTextDiff,
      ),
    );
    assert.equal(editor.document.getText(), before, "nothing is replaced before the yes");
    await run("expertHub.applyReplacement");
    await replaced;
    const after = editor.document.getText();
    assert.ok(after.startsWith("typed meanwhile\nfirst\n") && after.endsWith("last\n"));
    assert.equal(after.includes("\n1 + 1\n"), false);
    assert.equal(vscode.window.activeTextEditor?.document, editor.document);
    await run("undo");
    assert.equal(editor.document.getText(), before);
  });

  it("I3 does not replace what was changed since; it offers other ways", async () => {
    const editor = await open("1 + 1\n", "plaintext");
    select(editor, [0, 0], [0, 5]);
    await askSelection();
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 2), "9 "));
    await hideChat();
    const told = nextMessage("showWarningMessage");
    await run("expertHub.replaceSelection");
    assert.match(await told, /has changed since it was sent/);
    assert.equal(editor.document.getText(), "1 9 + 1\n");
  });

  it("I7 joins several selections and does not replace any", async () => {
    const editor = await open("to uppercase:\n2\n3 * 3\n", "plaintext");
    editor.selections = [new vscode.Selection(0, 0, 0, 13), new vscode.Selection(2, 0, 2, 5)];
    await askSelection();
    assert.equal(questionsTo(hub).at(-1)?.["input_data"], "to uppercase:\n3 * 3");
    const told = nextMessage("showErrorMessage");
    await run("expertHub.replaceSelection");
    assert.match(await told, /not asked about a single selection/);
  });

  it("I8 keeps the file's line ends", async () => {
    const editor = await open("1 + 1\r\nlast\r\n", "plaintext");
    select(editor, [0, 0], [0, 5]);
    await askSelection();
    const output = await vscode.env.clipboard.readText();
    assert.match(output, /[^\r]\n/);
    await run("expertHub.insertOutput");
    assert.equal(editor.document.eol, vscode.EndOfLine.CRLF);
    const inserted = output.trimEnd().replaceAll("\n", "\r\n");
    assert.ok(editor.document.getText().includes(inserted), editor.document.getText());
    assert.equal(/[^\r]\n/.test(editor.document.getText()), false);
  });

  it("offers to ask in the lightbulb, only with a selection", async () => {
    const editor = await open("1 + 1\n", "plaintext");
    const titles = async (range: vscode.Range) => {
      const actions = await run<vscode.CodeAction[]>(
        "vscode.executeCodeActionProvider",
        editor.document.uri,
        range,
      );
      return actions.map(({ title }) => title).filter((title) => title.startsWith("Ask "));
    };
    assert.deepEqual(await titles(new vscode.Range(0, 0, 0, 0)), []);
    assert.equal((await titles(new vscode.Range(0, 0, 0, 5))).length, 1);
  });
});
