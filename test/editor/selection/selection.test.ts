import assert from "node:assert/strict";
import * as vscode from "vscode";
import { questionsTo, startHub, type TestHub } from "../support/hub";
import { answering, until } from "../support/inputs";
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
    const text = 'repeat: { "SEL-CANARY":\t[ 1 + 1 ] }  ';
    const editor = await open(`before\n${text}\nafter`);
    select(editor, [1, 0], [1, text.length]);
    await askSelection();
    assert.equal(questionsTo(hub).at(-1)?.["input_data"], text);
  });

  it("Q3 opens the chat for a question by default, and sends exactly the selection if none is typed", async () => {
    const text = "repeat: composed";
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

  it("attaches the file where nothing is selected, and sends nothing", async () => {
    const editor = await open("nothing selected");
    select(editor, [0, 0], [0, 0]);
    await run("expertHub.askSelection");
    const tab = await ChatTab.open();
    try {
      const { attachments } = (await tab.view()).pageState;
      assert.deepEqual(
        attachments.map(({ text }) => text),
        ["nothing selected"],
      );
    } finally {
      await run("expertHub.newConversation");
      tab.close();
    }
    assert.equal(questions(), asked);
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
