import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { workbench, codeReader } from "../../support/builtInExperts";
import { ChatTab } from "../support/chatTab";
import { RecordingProxy } from "../support/recordingProxy";
import { startHub, type TestHub } from "../support/hub";
import { hideChat, until } from "../support/inputs";
import { sendsSelections } from "../support/sendsSelections";
import { itWithAll } from "../../support/testSize";

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

const selection = "SELECTED-BEFORE";

/** What the user does while the box is open, and then types into it. */
async function askTyped(typed: string, meanwhile: () => Promise<unknown> = async () => {}) {
  const { showInputBox } = vscode.window;
  const shown: vscode.InputBoxOptions[] = [];
  Object.assign(vscode.window, {
    showInputBox: async (options: vscode.InputBoxOptions) => {
      shown.push(options);
      await meanwhile();
      return typed;
    },
  });
  try {
    await run("expertHub.ask");
  } finally {
    Object.assign(vscode.window, { showInputBox });
  }
  return shown[0];
}

/** Picks the expert with this id from the list that opens. */
async function pickExpert(id: number, open: () => Promise<unknown>): Promise<void> {
  const { createQuickPick } = vscode.window;
  const boxes: vscode.QuickPick<vscode.QuickPickItem & { value?: number }>[] = [];
  Object.assign(vscode.window, {
    createQuickPick: () => {
      const box = createQuickPick();
      boxes.push(box);
      return box;
    },
  });
  try {
    const picked = open();
    await until("the list is open", () => (boxes[0]?.activeItems.length ?? 0) > 0);
    const [box] = boxes;
    if (box) box.items = box.items.filter(({ value }) => value === id);
    await until("its row is active", () => box?.activeItems[0]?.value === id);
    await run("workbench.action.acceptSelectedQuickOpenItem");
    await picked;
  } finally {
    Object.assign(vscode.window, { createQuickPick });
  }
}

describe("asking from the palette, with a selection in a composer out of sight", () => {
  sendsSelections();
  let hub: TestHub;
  let door: RecordingProxy;
  let tab: ChatTab;

  before(async () => {
    hub = await startHub();
    door = await RecordingProxy.before(hub);
    await door.connect([codeReader, workbench]);
  });
  beforeEach(async () => {
    await run("expertHub.newConversation");
    const document = await vscode.workspace.openTextDocument({ content: selection });
    const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    editor.selection = new vscode.Selection(0, 0, 0, selection.length);
    await run("expertHub.attachFiles");
    tab = await ChatTab.open();
    door.count();
  });
  afterEach(() => tab.close());
  after(async () => {
    await run("workbench.action.closeAllEditors");
    await door.close();
    await hub.close();
  });

  const takeOff = async () => {
    const [{ id } = { id: "" }] = (await pageState()).attachments;
    await tab.call("removeAttachment", { id });
  };
  const asked = () => door.questions.map((body) => String(body["input_data"]));
  const pageState = async () => (await tab.view()).pageState;
  const isRefused = async (why: RegExp) => why.test((await tab.told())?.sentence ?? "");
  const saysRefusal = (why: RegExp) => until("the chat says why", () => isRefused(why));

  it("Q3 names it in the box, and sends what was named", async () => {
    const box = await askTyped("what is it?");
    assert.match(box?.prompt ?? "", /^Untitled-\d+:1 will be attached\. /);
    assert.equal(asked().length, 1);
    assert.ok(asked()[0]?.includes(selection));
    assert.equal((await pageState()).attachments[0], undefined);
  });

  itWithAll("Q3 names nothing, and sends nothing, where it was taken off", async () => {
    await takeOff();
    const box = await askTyped("what is it?");
    assert.equal(box?.prompt, "The answer appears in the chat.");
    assert.deepEqual(asked(), ["what is it?"]);
  });

  it("Q3 sends nothing where it is no longer what was named, and keeps the words", async () => {
    await askTyped("what is it?", takeOff);
    await saysRefusal(/changed in the meantime: what is attached\./);
    assert.deepEqual(asked(), []);
    assert.equal((await pageState()).draft, "what is it?");
  });

  it("Q3 leaves in the composer what stood there before and what was typed there meanwhile", async () => {
    const conversationId = (await tab.view()).pageState.conversationId;
    const type = (text: string) => tab.call("saveDraft", { conversationId, text });
    await type("What stood there");
    await askTyped("Another question", async () => {
      await takeOff();
      await type("What was typed meanwhile");
    });
    await saysRefusal(/changed in the meantime: what is attached\./);
    assert.deepEqual(asked(), []);
    assert.equal(
      (await pageState()).draft,
      ["What stood there", "Another question", "What was typed meanwhile"].join("\n\n"),
    );
  });

  it("Q3 marks it as changed until its text is the same again, and sends what is shown", async () => {
    const isMarked = async () => (await pageState()).attachments[0]?.isChanged === true;
    const preview = async () => (await tab.call("preview", { text: "what is it?" })).json;
    const [editor] = vscode.window.visibleTextEditors;
    const change = (text: string) =>
      editor!.edit((edit) => edit.replace(new vscode.Range(0, 0, 0, 100), text));
    assert.equal(await isMarked(), false);
    await change("SELECTED-AFTER");
    await until("it is marked", isMarked);
    assert.ok((await preview()).includes(selection));
    await change(selection);
    await until("it is not marked", async () => !(await isMarked()));
    await change("SELECTED-AFTER");
    await until("it is marked", isMarked);
    const [{ id } = { id: "" }] = (await pageState()).attachments;
    await tab.call("updateAttachment", { id });
    assert.equal((await pageState()).attachments[0]?.text, "SELECTED-AFTER");
    assert.equal(await isMarked(), false);
    assert.ok((await preview()).includes("SELECTED-AFTER"));
    await askTyped("what is it?");
    assert.ok(asked()[0]?.includes("SELECTED-AFTER"));
  });

  itWithAll("Q3 leaves it alone where a caller gives the question", async () => {
    await run("expertHub.ask", { input: "1 + 1", expertId: workbench });
    assert.deepEqual(asked(), ["1 + 1"]);
    assert.equal((await pageState()).attachments[0]?.text, selection);
  });

  itWithAll("Q3 leaves the expert of the chat alone where a caller names another", async () => {
    await pickExpert(codeReader, () => tab.call("pickExpert"));
    await run("expertHub.ask", { input: "1 + 1", expertId: workbench });
    assert.equal(door.questions[0]?.["expert_id"], workbench);
    assert.equal((await pageState()).expert?.id, codeReader);
  });

  itWithAll("Q2 names the expert that a caller gave, and asks that one", async () => {
    const { showInputBox } = vscode.window;
    const titles: (string | undefined)[] = [];
    Object.assign(vscode.window, {
      showInputBox: async ({ title }: vscode.InputBoxOptions) => {
        titles.push(title);
        return "1 + 1";
      },
    });
    await run("expertHub.ask", { expertId: workbench });
    Object.assign(vscode.window, { showInputBox });
    assert.deepEqual(titles, ["Ask Workbench"]);
    assert.equal(door.questions[0]?.["expert_id"], workbench);
  });

  it("keeps words that come into the composer while the box is open", async () => {
    await askTyped("what is it?", async () => {
      const { conversationId } = await pageState();
      await tab.call("saveDraft", { conversationId, text: "the next question" });
    });
    assert.ok(asked()[0]?.startsWith("what is it?"));
    await until("they are back", async () => (await pageState()).draft === "the next question");
  });

  it("Q2 sends nothing where another conversation is shown by then, and keeps the words", async () => {
    await askTyped("what is it?", async () => {
      await run("expertHub.newConversation");
      // It is said in the chat that the user sees.
      await hideChat();
    });
    await saysRefusal(/changed in the meantime: the conversation(, what is attached)?\./);
    assert.deepEqual(asked(), []);
    assert.equal((await pageState()).draft, "what is it?");
  });

  /** Changes an option while the user is asked about an excluded file, and attaches that. */
  const changeMeanwhile = async (): Promise<void> => {
    const { options, shownState, pending } = (await tab.view()).pageState;
    if (!pending) return;
    assert.match(pending.sentence, /is excluded/);
    const temperature = options.temperature === 1 ? 0.5 : 1;
    await tab.call("setOptions", { options: { ...options, temperature } });
    await until(
      "it is shown",
      async () => (await pageState()).shownState.options !== shownState.options,
    );
    await tab.call("decide", { questionId: pending.id, choice: 0 });
  };

  it("Q2 sends no selection where the options changed while the user was asked about its file", async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
    const file = path.join(folder, ".env");
    await writeFile(file, "MODE=quiet\n");
    try {
      await run("expertHub.openChat");
      // Until its page is loaded, the chat shows nothing that could have changed.
      await until("it is refused", async () => {
        door.count();
        const editor = await vscode.window.showTextDocument(vscode.Uri.file(file), {
          viewColumn: vscode.ViewColumn.One,
        });
        editor.selection = new vscode.Selection(0, 0, 0, 4);
        let isOver = false;
        const end = () => (isOver = true);
        run("expertHub.askSelection").then(end, end);
        await until("it is asked", async () => isOver || (await pageState()).pending !== undefined);
        await changeMeanwhile();
        await until("it is over", () => isOver);
        return isRefused(/changed in the meantime: the options\./);
      });
      assert.deepEqual(asked(), []);
    } finally {
      await rm(file);
    }
  });

  it("Q2 the lightbulb's question goes to the expert that it named", async () => {
    const document = await vscode.workspace.openTextDocument({ content: "2 * 3" });
    const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    editor.selection = new vscode.Selection(0, 0, 0, 5);
    const actions = await run<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      editor.selection,
    );
    const { title, command } =
      actions.find(({ command: of }) => of?.command === "expertHub.askSelection") ?? {};
    assert.match(title ?? "", /^Ask Code Reader about/);
    await pickExpert(workbench, () => tab.call("pickExpert"));
    assert.equal((await pageState()).expert?.id, workbench);
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    await run(command?.command ?? "", ...(command?.arguments ?? []));
    await until("it is asked", () => asked().length === 1);
    assert.equal(door.questions[0]?.["expert_id"], codeReader);
  });
});
