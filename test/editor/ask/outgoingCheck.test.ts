import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { codeReader } from "../../support/builtInExperts";
import { questionsTo, startHub, type TestHub } from "../support/hub";
import { answering, hideChat, nextMessage, pause, until } from "../support/inputs";
import { Messages } from "../support/messages";
import { ChatTab } from "../support/chatTab";
import { sendsSelections } from "../support/sendsSelections";

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

describe("before a question leaves", () => {
  sendsSelections();
  let hub: TestHub;
  const expertId = codeReader;
  before(async () => {
    hub = await startHub();
    await answering([hub.baseUrl, hub.key], () => run("expertHub.connect"));
    await run("expertHub.addExpert", expertId);
  });
  after(async () => {
    await run("workbench.action.closeAllEditors");
    await hub.close();
  });

  const questions = (): number => questionsTo(hub).length;
  const ask = (input: string): Thenable<unknown> => run("expertHub.ask", { expertId, input });

  /** Whether it was sent, and the messages to the user before that. */
  async function asked(input: string, press?: string): Promise<{ sent: boolean; told: string }> {
    await hideChat();
    const before = questions();
    const told = nextMessage("showWarningMessage", press);
    await Promise.resolve(ask(input)).catch(() => undefined);
    return { sent: questions() > before, told: await told };
  }

  it("K15 asks where the text holds the stored key, and sends nothing without confirmation", async () => {
    const { sent, told } = await asked(`what is\nKEY=${hub.key}`);
    assert.equal(sent, false);
    assert.match(told, /looks like a secret/);
    assert.equal(told.includes(hub.key), false);
    assert.equal((await asked(`what is ${hub.key}`, "Do Not Send")).sent, false);
  });

  it("K15 asks also where the built-in hub would get the key of the user's own hub", async () => {
    const messages = new Messages();
    try {
      await run("expertHub.startLocalHub");
      await hideChat();
      await assert.rejects(async () => run("expertHub.ask", { input: `what is ${hub.key}` }));
    } finally {
      messages.restore();
      await run("expertHub.stopLocalHub");
    }
    const { message = "nothing was asked", detail = "" } = messages.last ?? {};
    // The answer may show files as well, so that the dialog has two reasons.
    assert.equal(message, "Send this question?");
    assert.match(detail, /looks like a secret/);
    assert.match(detail, /your API key/);
  });

  it("K15 sends on *Send Anyway*", async () => {
    const token = ["ghp", "a1B2".repeat(9)].join("_");
    assert.equal((await asked(`revoke ${token}`, "Send Anyway")).sent, true);
  });

  it("asks above 256 KiB, and refuses above 10 MiB", async () => {
    const text = "x ".repeat(150_000);
    const { sent, told } = await asked(text);
    assert.equal(sent, false);
    const [, kilobytes] = /large: ([\d.]+) KB/.exec(told) ?? [];
    // The body around the text is small.
    const more = Number(kilobytes) * 1024 - text.length;
    assert.ok(more > 0 && more < 1024, told);
    const before = questions();
    await assert.rejects(async () => ask("x ".repeat(6_000_000)), /over the limit/);
    assert.equal(questions(), before);
  });

  it("attaches no text of an excluded file without confirmation", async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
    const file = path.join(folder, ".env");
    await writeFile(file, "MODE=quiet\n");
    await run("expertHub.newConversation");
    // The tab opens beside it.
    await vscode.window.showTextDocument(vscode.Uri.file(file), {
      viewColumn: vscode.ViewColumn.One,
    });
    const tab = await ChatTab.open();
    /** Asks about the selection, and answers what the chat asks about its file. */
    const askAbout = async (choice?: number): Promise<void> => {
      const asking = run("expertHub.askSelection");
      const pending = async () => (await tab.view()).pageState.pending;
      await until("it is asked", async () => (await pending()) !== undefined);
      const { id = "", sentence = "" } = (await pending()) ?? {};
      assert.match(sentence, /\.env is excluded/);
      await tab.call("decide", { questionId: id, choice });
      await asking;
    };
    try {
      const { One: viewColumn } = vscode.ViewColumn;
      const editor = await vscode.window.showTextDocument(vscode.Uri.file(file), { viewColumn });
      editor.selection = new vscode.Selection(0, 0, 0, 10);
      const before = questions();
      await askAbout();
      await pause(500);
      assert.equal(questions(), before);
      await askAbout(0);
      await until("the question reaches the hub", () => questions() === before + 1);
      assert.equal(questionsTo(hub).at(-1)?.["input_data"], "MODE=quiet");
    } finally {
      tab.close();
      await rm(file);
    }
  });

  it("tells of the connection in a document without key or values", async () => {
    await run("expertHub.checkConnection");
    const { document } = vscode.window.activeTextEditor ?? {};
    const report = document?.getText() ?? "";
    assert.ok(report.includes(hub.baseUrl), report);
    assert.match(report, /plain http, on this computer only/);
    assert.match(report, /API key\*\*: stored for this hub/);
    assert.match(report, /Expert ID\*\*: in the path/);
    assert.match(report, /## GET \/api\/v1\/get_user\n\n- \*\*Time\*\*: \d+ ms/);
    assert.match(report, /## GET \/api\/v1\/get_expert\/:id\n\n- \*\*Time\*\*: \d+ ms/);
    assert.match(report, /invoke_agent/);
    for (const [name, secret] of Object.entries({ ...hub.canaries, key: hub.key }))
      assert.equal(report.includes(secret), false, name);
    const edited = await vscode.workspace.applyEdit(edit(document));
    assert.equal(edited && document?.isDirty, false);
  });
});

function edit(document: vscode.TextDocument | undefined): vscode.WorkspaceEdit {
  const change = new vscode.WorkspaceEdit();
  if (document) change.insert(document.uri, new vscode.Position(0, 0), "x");
  return change;
}
