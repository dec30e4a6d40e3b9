import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { LastEditor } from "../../../src/editor/workbench/lastEditor";
import { show } from "../../../src/editor/selection/openEditors";
import { ChatTab } from "../support/chatTab";
import { until } from "../support/inputs";
import { active, canary, file, Inserting, openFile, run, untitled } from "../support/inserting";

const nobody = { used: [] as vscode.TextEditor[] } as unknown as LastEditor;

const isVisible = (line: number) =>
  active()?.visibleRanges.some(({ start, end }) => start.line <= line && end.line >= line);

describe("where an answer is inserted", () => {
  const stage = Inserting.inSuite();

  it("comes into view", async () => {
    const sent = canary();
    const lines = Array.from({ length: 400 }, (_, at) => (at === 300 ? sent : `line ${at}`));
    const editor = await openFile(await file("long.txt", `${lines.join("\n")}\n`));
    await stage().ask(editor, sent, "answer");
    for (const use of [() => stage().use("expertHub.insertOutput"), () => stage().replace()]) {
      await run("revealLine", { lineNumber: 0, at: "top" });
      await until("the place is out of sight", () => isVisible(300) === false);
      await use();
      assert.match(editor.document.lineAt(300).text, /answer$/);
      await until("it comes into view", () => isVisible(300) === true);
      await run("undo");
    }
  });

  it("Q7 has the indentation of its line, whatever the rest of the file has", async () => {
    const answer = "if (a) {\n  b();\n}";
    const spaces = Array.from({ length: 20 }, (_, at) => `{\n  a${at}();\n}\n`).join("");
    const tabs = Array.from({ length: 20 }, (_, at) => `{\n\ta${at}();\n}\n`).join("");
    for (const [name, rest, line, expected] of [
      ["spaces", spaces, "\t\t", "if (a) {\n\t\t\tb();\n\t\t}"],
      ["tabs", tabs, "    ", "if (a) {\n        b();\n    }"],
    ] as const) {
      const sent = canary();
      const uri = await file(`${name}.ts`, `${rest}{\n${line}${sent};\n}\n`);
      const editor = await openFile(uri);
      const usual = name === "spaces";
      await until("its rest is known", () => editor.options.insertSpaces === usual);
      await stage().ask(editor, sent, answer);
      await stage().replace();
      const text = editor.document.getText();
      assert.equal(text, `${rest}{\n${line}${expected};\n}\n`, name);
    }
  });

  it("is the clipboard without a question, however large it is", async () => {
    const editor = await untitled(canary());
    const answer = "A line of an answer.\n".repeat(100_000);
    await stage().ask(editor, editor.document.getText(), answer);
    await stage().use("expertHub.copyOutput");
    assert.equal((await vscode.env.clipboard.readText()).length, answer.length);
    assert.deepEqual(stage().messages.told, []);
    await stage().use("expertHub.newFileFromOutput");
    assert.match(stage().messages.last?.message ?? "", /^The answer is large: 2 MB\. Insert it\?/);
  });

  it("is a new file in the language of the document where it cannot be that one", async () => {
    const sent = canary();
    const editor = await untitled(`${sent}\n`, "typescript");
    await stage().ask(editor, sent, "answer");
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 2), "9"));
    stage().messages.answer("New File");
    await stage().use("expertHub.replaceSelection");
    const { languageId, isUntitled } = active()!.document;
    assert.deepEqual([languageId, isUntitled], ["typescript", true]);
  });

  it("is a new file in the language of its code block", async () => {
    const editor = await untitled(canary());
    const answer = "See:\n\n```shell\necho 1\n```\n\n```js\na();\n```\n\n```unknown\nx\n```\n";
    await stage().ask(editor, editor.document.getText(), answer);
    const tab = await ChatTab.open();
    const { id: turnId } = await tab.settled();
    tab.close();
    const made = async (blockIndex?: number) => {
      const ref = { turnId, ...(blockIndex !== undefined && { blockIndex }) };
      await run("expertHub.newFileFromOutput", ref);
      const { document } = active()!;
      return [document.languageId, document.getText()];
    };
    assert.deepEqual(await made(0), ["shellscript", "echo 1"]);
    assert.deepEqual(await made(1), ["javascript", "a();"]);
    assert.deepEqual(await made(2), ["plaintext", "x"]);
    assert.deepEqual(await made(), ["markdown", answer]);
    await run("expertHub.copyOutput", { turnId, blockIndex: 1 });
    assert.equal(await vscode.env.clipboard.readText(), "a();");
    await run("expertHub.copyOutput", { turnId, blockIndex: 3 });
    assert.equal(stage().messages.last?.message, "This code block does not exist.");
    await run("expertHub.copyOutput", { turnId: "none" });
    assert.equal(stage().messages.last?.message, "This answer no longer exists.");
  });
});

describe("the editor that a document is shown in", () => {
  Inserting.inSuite();

  it("is its own tab rather than a diff, where both are hidden", async () => {
    const [one, other] = [await file("shown.txt", "one\n"), await file("left.txt", "left\n")];
    await run("vscode.diff", other, one, "Two files", { preview: false });
    await until("the diff is open", () => active()?.document.uri.path === one.path);
    await openFile(one);
    const { document } = active()!;
    await untitled("in front");
    const shown = await show(document, nobody);
    assert.equal(shown?.reopened, false);
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.ok(activeTab?.input instanceof vscode.TabInputText);
    assert.equal(activeTab.input.uri.path, one.path);
    assert.equal(vscode.window.tabGroups.activeTabGroup.tabs.length, 3);
  });

  it("is the diff where there is no other, and a new tab where there is none", async () => {
    const [one, other] = [await file("in-diff.txt", "one\n"), await file("left.txt", "left\n")];
    await run("vscode.diff", other, one, "Two files", { preview: false });
    await until("the diff is open", () => active()?.document.uri.path === one.path);
    const { document } = active()!;
    await untitled("in front");
    const inDiff = await show(document, nobody);
    assert.equal(inDiff?.reopened, false);
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.ok(activeTab?.input instanceof vscode.TabInputTextDiff);
    const closed = await vscode.workspace.openTextDocument(await file("closed.txt", "x\n"));
    const reopened = await show(closed, nobody);
    assert.equal(reopened?.reopened, true);
    assert.equal(reopened.editor.document, closed);
    assert.equal(vscode.window.tabGroups.activeTabGroup.tabs.length, 3, "none was replaced");
  });
});
