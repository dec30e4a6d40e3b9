import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ChatTab } from "../support/chatTab";
import { hideChat, until } from "../support/inputs";
import { at, canary, file, Inserting, openFile, run } from "../support/inserting";

describe("what was sent", () => {
  const fixture = Inserting.inSuite();

  it("I1 I2 is found again where text and cursor moved while the user was asked about the file", async () => {
    const sent = canary();
    const uri = await file(".env", `first\n${sent}\nlast\n`);
    fixture().hub.output = () => "answer";
    await run("expertHub.newConversation");
    // The tab opens beside it.
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One });
    const tab = await ChatTab.open();
    const editor = await vscode.window.showTextDocument(uri, {
      viewColumn: vscode.ViewColumn.One,
      preview: false,
    });
    editor.selection = new vscode.Selection(1, 0, 1, sent.length);
    const before = fixture().hub.bodies.length;
    const asking = run("expertHub.askSelection");
    const pending = async () => (await tab.view()).pageState.pending;
    await until("it is asked about the file", async () => (await pending()) !== undefined);
    const { id = "", sentence = "" } = (await pending()) ?? {};
    assert.match(sentence, /is excluded/);
    const change = new vscode.WorkspaceEdit();
    change.insert(uri, new vscode.Position(0, 0), "typed meanwhile\n");
    assert.ok(await vscode.workspace.applyEdit(change));
    editor.selection = new vscode.Selection(1, 0, 1, 5);
    await tab.call("decide", { questionId: id, choice: 0 });
    await asking;
    await until("the question reaches the hub", () => fixture().hub.bodies.length > before);
    tab.close();
    await hideChat();
    await fixture().replace();
    assert.equal(editor.document.getText(), "typed meanwhile\nfirst\nanswer\nlast\n");
  });

  it("I4 stays where it is when a file is renamed whose name its own begins with", async () => {
    const sent = canary();
    await file("part.txt", "another\n");
    const editor = await openFile(await file("part.txt.old", `${sent}\n`));
    await fixture().ask(editor, sent, "answer");
    await fixture().use("expertHub.copyOutput");
    const rename = new vscode.WorkspaceEdit();
    rename.renameFile(at("part.txt"), at("other.txt"));
    assert.ok(await vscode.workspace.applyEdit(rename));
    await fixture().replace();
    assert.equal(editor.document.getText(), "answer\n");
  });
});
