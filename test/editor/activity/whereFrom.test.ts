import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import * as vscode from "vscode";
import { until } from "../support/inputs";
import { active, at, canary, file, Inserting, openFile, run } from "../support/inserting";

const answer = [
  "export function totalPrice(items: Item[]): number {",
  "  const prices = items.map((item) => item.price * item.count);",
  "  return prices.reduce((sum, price) => sum + price, 0);",
  "}",
].join("\n");

const before = "export interface Item {\n  price: number;\n  count: number;\n}\n";

async function change(edit: vscode.WorkspaceEdit): Promise<void> {
  assert.ok(await vscode.workspace.applyEdit(edit));
}

describe("Where Is This From?", () => {
  const fixture = Inserting.inSuite();

  /** Selects the line with this text and asks; returns what was said, or copied from the shown chat. */
  async function from(editor: vscode.TextEditor, text: string) {
    await run("expertHub.newConversation");
    // What is not known is then told in a notification.
    await run("workbench.action.closeAuxiliaryBar");
    await vscode.window.showTextDocument(editor.document);
    const line = editor.document.positionAt(editor.document.getText().indexOf(text)).line;
    assert.ok(editor.document.lineAt(line).text.includes(text), text);
    active()!.selection = new vscode.Selection(line, 0, line, 1);
    const [content, version] = [editor.document.getText(), editor.document.version];
    fixture().messages.told.length = 0;
    await run("expertHub.whereFrom");
    assert.deepEqual([editor.document.getText(), editor.document.version], [content, version]);
    const told = fixture().messages.last?.message;
    if (told !== undefined) return told;
    await vscode.env.clipboard.writeText("");
    await run("expertHub.copyOutput");
    return vscode.env.clipboard.readText();
  }

  it("Y5 opens the answer of text that was moved, edited, and renamed with its file, and changes no file", async () => {
    const sent = `// ${canary()}`;
    const uri = await file("cart.ts", `${before}${sent}\n`);
    const editor = await openFile(uri);
    await fixture().ask(editor, sent, answer);
    const end = new vscode.Position(editor.document.lineCount - 1, 0);
    active()!.selection = new vscode.Selection(end, end);
    await fixture().use("expertHub.insertOutput");
    await until("it is in the file", () => editor.document.getText().includes("totalPrice"));
    assert.equal(await from(editor, "const prices"), answer);
    assert.match(await from(editor, "price: number"), /^Where this is from is not known\./);

    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(0, 0), "const line = 1;\n".repeat(40));
    await change(edit);
    assert.equal(await from(editor, "return prices"), answer);

    const text = editor.document.getText();
    const start = editor.document.positionAt(text.indexOf("items.map"));
    const rewriting = new vscode.WorkspaceEdit();
    rewriting.replace(
      uri,
      new vscode.Range(start, editor.document.lineAt(start.line).range.end),
      "items.map(priceOf);",
    );
    await change(rewriting);
    assert.equal(await from(editor, "priceOf"), answer);

    assert.ok(await editor.document.save());
    const renaming = new vscode.WorkspaceEdit();
    renaming.renameFile(uri, at("basket.ts"));
    await change(renaming);
    const renamed = await openFile(at("basket.ts"));
    assert.equal(await from(renamed, "return prices"), answer);
    assert.equal(await readFile(at("basket.ts").fsPath, "utf8"), renamed.document.getText());

    const list = fixture().messages;
    list.answer("Delete All");
    await run("expertHub.deleteAllConversations");
    list.answer(undefined);
    assert.match(
      await from(renamed, "return prices"),
      /^This was inserted from an answer \(.+\), but/,
    );

    const emptying = new vscode.WorkspaceEdit();
    emptying.replace(at("basket.ts"), new vscode.Range(0, 0, 1000, 0), "const other = 2;\n");
    await change(emptying);
    assert.match(await from(renamed, "const other"), /^Where this is from is not known\./);
  });
});
