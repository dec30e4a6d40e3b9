import assert from "node:assert/strict";
import * as vscode from "vscode";
import { at, canary, file, Inserting, openFile } from "../support/inserting";

describe("what was sent", () => {
  const fixture = Inserting.inSuite();

  it("I1 I2 is found again where text and cursor moved while the user was asked about the file", async () => {
    const sent = canary();
    const editor = await openFile(await file(".env", `first\n${sent}\nlast\n`));
    const excluded = /is excluded/;
    fixture().messages.press = async ({ message }) => {
      if (!excluded.test(message)) return undefined;
      const change = new vscode.WorkspaceEdit();
      change.insert(editor.document.uri, new vscode.Position(0, 0), "typed meanwhile\n");
      assert.ok(await vscode.workspace.applyEdit(change));
      editor.selection = new vscode.Selection(1, 0, 1, 5);
      return "Attach Anyway";
    };
    await fixture().ask(editor, sent, "answer", "workbench.action.closeAuxiliaryBar");
    assert.ok(fixture().messages.told.some(({ message }) => excluded.test(message)));
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
