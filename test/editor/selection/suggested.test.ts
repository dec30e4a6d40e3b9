import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { SuggestionView } from "../../../src/page/protocol/views";
import { ChatTab } from "../support/chatTab";
import { startHub, type TestHub } from "../support/hub";
import { answering, until } from "../support/inputs";

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

const { One } = vscode.ViewColumn;
const section = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration("expertHub");

/** Beside the chat, so that this stays in view. */
const show = async (document: vscode.TextDocument): Promise<vscode.TextEditor> =>
  vscode.window.showTextDocument(document, { viewColumn: One, preview: false });

describe("what lies open in the editor", () => {
  let hub: TestHub;
  let tab: ChatTab;
  const root = vscode.workspace.workspaceFolders![0]!.uri;
  const written: vscode.Uri[] = [];

  before(async () => {
    hub = await startHub();
    await answering([hub.baseUrl, hub.key], () => run("expertHub.connect"));
    for (const id of hub.expertIds) await run("expertHub.addExpert", id);
  });
  beforeEach(async () => {
    await run("workbench.action.closeAllEditors");
    await run("expertHub.newConversation");
    await run("workbench.action.closeAuxiliaryBar");
    await show(await vscode.workspace.openTextDocument({ content: "" }));
    tab = await ChatTab.open();
    await tab.view();
  });
  afterEach(async () => {
    // A conversation in which nothing was asked stays the new one, with what is attached.
    for (const { id } of (await tab.view()).pageState.attachments)
      await tab.call("removeAttachment", { id });
    tab.close();
  });
  after(async () => {
    await run("workbench.action.closeAllEditors");
    for (const uri of written) await vscode.workspace.fs.delete(uri);
    await hub.close();
  });

  async function file(name: string, text: string): Promise<vscode.TextDocument> {
    const uri = vscode.Uri.joinPath(root, name);
    await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
    written.push(uri);
    return vscode.workspace.openTextDocument(uri);
  }

  /** What the page was told last, in whatever message. */
  function suggested(): SuggestionView | undefined {
    const last = tab.heard.findLast(
      (message) => "event" in message && ["suggested", "pageState"].includes(message.event),
    );
    if (!last || !("event" in last)) return undefined;
    if (last.event === "suggested") return last.suggested;
    return last.event === "pageState" ? last.pageState.suggested : undefined;
  }

  const untilSuggested = (label: string | undefined): Promise<void> =>
    until(`${label} is suggested`, () => suggested()?.label === label);

  const attached = async () =>
    (await tab.view()).pageState.attachments.map(({ label, text }) => [label, text]);

  it("is suggested as the file, as the selection, and not once it is attached", async () => {
    const editor = await show(await file("followed.txt", "one\ntwo\nthree\n"));
    await untilSuggested("followed.txt");
    assert.deepEqual(suggested(), {
      kind: "file",
      label: "followed.txt",
      detail: "3 lines · plain text",
    });
    editor.selection = new vscode.Selection(0, 0, 1, 3);
    await untilSuggested("followed.txt:1–2");
    assert.equal(suggested()?.kind, "selection");
    assert.deepEqual(await attached(), []);
    await tab.call("attachSuggested");
    assert.deepEqual(await attached(), [["followed.txt:1–2", "one\ntwo"]]);
    await untilSuggested(undefined);
    editor.selection = new vscode.Selection(2, 0, 2, 0);
    await untilSuggested("followed.txt");
    await tab.call("attachSuggested");
    assert.deepEqual(
      (await attached()).map(([label]) => label),
      ["followed.txt:1–2", "followed.txt"],
    );
    await untilSuggested(undefined);
  });

  it("is not suggested if it is excluded, ignored, empty or turned off", async () => {
    const open = await file("open.txt", "open\n");
    await file("kept/.gitignore", "hidden.txt\n");
    const ignored = await file("kept/hidden.txt", "hidden\n");
    const excluded = await file("kept/.env", "A=b\n");
    const empty = await vscode.workspace.openTextDocument({ content: "" });
    for (const document of [ignored, excluded, empty]) {
      await show(open);
      await untilSuggested("open.txt");
      await show(document);
      await untilSuggested(undefined);
    }
    await show(open);
    await untilSuggested("open.txt");
    await section().update("suggestContext", false, vscode.ConfigurationTarget.Global);
    try {
      await untilSuggested(undefined);
    } finally {
      await section().update("suggestContext", undefined, vscode.ConfigurationTarget.Global);
    }
    await untilSuggested("open.txt");
  });

  it("is not followed while no chat is in view, and is there when one is", async () => {
    const editor = await show(await file("beside.txt", "one\ntwo\n"));
    await untilSuggested("beside.txt");
    const column = tab.panel.viewColumn!;
    const other = await vscode.workspace.openTextDocument({ content: "in front" });
    await vscode.window.showTextDocument(other, { viewColumn: column });
    await until("the chat is hidden", () => !tab.panel.visible);
    await show(editor.document);
    tab.heard.length = 0;
    editor.selection = new vscode.Selection(0, 0, 0, 3);
    await until("it is selected", () => !editor.selection.isEmpty);
    await new Promise((resolve) => setTimeout(resolve, 600));
    assert.deepEqual(tab.heard, []);
    tab.said.length = 0;
    tab.panel.reveal();
    await until("the chat is in view", () => tab.said.includes("up"));
    await tab.view();
    await untilSuggested("beside.txt:1");
  });
});
