import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { LastEditor } from "../../../src/platform/editor/lastEditor";
import { Insertion } from "../../../src/features/changes/editor/insertion";
import { placeOf } from "../../../src/features/changes/editor/place";
import type { ReviewRequest } from "../../../src/features/changes/editor/review/reviewRequest";
import type { Target } from "../../../src/features/attachments/editor/attachmentOrigins";
import { showDocument } from "../../../src/features/attachments/editor/openEditors";
import { ChatTab } from "../support/chatTab";
import { until } from "../support/inputs";
import { withProperty, withWindow } from "../support/standIns";
import { active, canary, file, Inserting, openFile, run, untitled } from "../support/inserting";
import { itWithAll } from "../../support/testSize";

const nobody = { used: [] as vscode.TextEditor[] } as unknown as LastEditor;

const closed = async (name: string) => vscode.workspace.openTextDocument(await file(name, "x\n"));

/** A group of tabs as VS Code reports it. */
const group = (viewColumn: number, activeTab: object | undefined, isActive = false) => ({
  viewColumn,
  activeTab,
  isActive,
  tabs: [],
});

const isVisible = (line: number) =>
  active()?.visibleRanges.some(({ start, end }) => start.line <= line && end.line >= line);

describe("where an answer is inserted", () => {
  const fixture = Inserting.inSuite();

  it("scrolls to where an answer was inserted", async () => {
    const sent = canary();
    const lines = Array.from({ length: 400 }, (_, at) => (at === 300 ? sent : `line ${at}`));
    const editor = await openFile(await file("long.txt", `${lines.join("\n")}\n`));
    await fixture().ask(editor, sent, "answer");
    for (const use of [() => fixture().use("expertHub.insertOutput"), () => fixture().replace()]) {
      await run("revealLine", { lineNumber: 0, at: "top" });
      await until("the place is out of sight", () => isVisible(300) === false);
      await use();
      assert.match(editor.document.lineAt(300).text, /answer$/);
      await until("it comes into view", () => isVisible(300) === true);
      await run("undo");
    }
  });

  itWithAll("Q7 has the indentation of its line, whatever the rest of the file has", async () => {
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
      await fixture().ask(editor, sent, answer);
      await fixture().replace();
      const text = editor.document.getText();
      assert.equal(text, `${rest}{\n${line}${expected};\n}\n`, name);
    }
  });

  it("is the clipboard without a question, however large it is", async () => {
    const editor = await untitled(canary());
    const answer = "A line of an answer.\n".repeat(100_000);
    await fixture().ask(editor, editor.document.getText(), answer);
    await fixture().use("expertHub.copyOutput");
    assert.equal((await vscode.env.clipboard.readText()).length, answer.length);
    assert.deepEqual(fixture().messages.told, []);
    await fixture().use("expertHub.newFileFromOutput");
    assert.match(
      fixture().messages.last?.message ?? "",
      /^The answer is large: 2 MB\. Insert it\?/,
    );
  });

  itWithAll(
    "is a new file in the language of the document where it cannot be that one",
    async () => {
      const sent = canary();
      const editor = await untitled(`${sent}\n`, "typescript");
      await fixture().ask(editor, sent, "answer");
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 2), "9"));
      fixture().messages.answer("New File");
      await fixture().use("expertHub.replaceSelection");
      const { languageId, isUntitled } = active()!.document;
      assert.deepEqual([languageId, isUntitled], ["typescript", true]);
    },
  );

  it("is a new file in the language of its code block", async () => {
    const editor = await untitled(canary());
    const answer = "See:\n\n```shell\necho 1\n```\n\n```js\na();\n```\n\n```unknown\nx\n```\n";
    await fixture().ask(editor, editor.document.getText(), answer);
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
    assert.equal(fixture().messages.last?.message, "This code block does not exist.");
    await run("expertHub.copyOutput", { turnId: "none" });
    assert.equal(fixture().messages.last?.message, "This answer no longer exists.");
  });
});

describe("the indentation at a place", () => {
  after(() => run("workbench.action.closeAllEditors"));

  it("is that of the line, else of the settings, by the width of one level", async () => {
    const { document } = await untitled("none\n  two\n\ttab\n", "typescript");
    const at = (line: number, options: vscode.TextEditorOptions) => {
      const editor = { document, options } as vscode.TextEditor;
      const { indent, unit, tabSize } = placeOf(
        editor,
        new vscode.Range(line, 1, line, 1),
        undefined,
      );
      return [indent, unit, tabSize];
    };
    const spaces = { insertSpaces: true, tabSize: 8, indentSize: 2 };
    const tabs = { insertSpaces: false, tabSize: 8, indentSize: "tabSize" };
    assert.deepEqual(at(0, spaces), ["", "  ", 8]);
    assert.deepEqual(at(0, tabs), ["", "\t", 8]);
    assert.deepEqual(at(1, tabs), ["  ", "        ", 8]);
    assert.deepEqual(at(2, spaces), ["\t", "\t", 8]);
    assert.deepEqual(at(0, {}), ["", "\t", 4], "as its text is indented, where no editor shows it");
  });

  it("tells those of what was asked about, and whether that was several lines", async () => {
    const editor = await untitled("a\n  b {\n  }\n");
    const sent = (original: string, start: number) => {
      const range = { start, end: start + original.length };
      const target = { original, range } as Target;
      return placeOf(editor, new vscode.Range(0, 1, 0, 1), target).sent;
    };
    assert.deepEqual(sent("b {\n  }", 4), { indent: "  ", severalLines: true });
    assert.deepEqual(sent("b {\n", 4), { indent: "  ", severalLines: false });
    assert.deepEqual(sent("a", 0), { indent: "", severalLines: false });
    const { column, sent: nothing } = placeOf(editor, new vscode.Range(1, 3, 1, 3), undefined);
    assert.deepEqual([column, nothing], [3, undefined]);
  });
});

describe("what is proposed in place of a selection", () => {
  after(() => run("workbench.action.closeAllEditors"));

  it("keeps the line end behind it, and changes nothing unless it is accepted", async () => {
    const { document } = await untitled("one\ntwo\n");
    const proposals: ReviewRequest[] = [];
    const review = { ask: async (one: ReviewRequest) => proposals.push(one) === 0 };
    const insertion = new Insertion(async () => review as never, nobody, {} as never, {} as never);
    const proposed = async (original: string, answer: string) => {
      const range = { start: 0, end: original.length };
      const target = { document, uri: document.uri, label: "x", range, original, single: true };
      const replacement = { title: "x $(alert) ↔ Echo", key: "", isBlock: false };
      assert.equal(await insertion.replace(answer, target, replacement), false);
      return proposals.at(-1)?.files[0]?.proposed;
    };
    assert.equal(await proposed("one\n", "answer"), "answer\ntwo\n");
    assert.equal(await proposed("one\n", "answer\n"), "answer\ntwo\n");
    assert.equal(await proposed("one", "answer"), "answer\ntwo\n");
    assert.deepEqual(
      [proposals[0]?.title, proposals[0]?.files[0]?.document],
      ["x $ (alert) ↔ Echo", document],
    );
    assert.equal(document.getText(), "one\ntwo\n");
  });
});

describe("the editor that a document is shown in", () => {
  Inserting.inSuite();

  it("is a new tab in the column that the user was in last, and never over a chat", async () => {
    const { document: front } = await untitled("in front");
    const chat = { input: new vscode.TabInputWebview("x-expertHub.chatEditor1") };
    const text = { input: new vscode.TabInputText(front.uri) };
    const [document, empty] = [await closed("new-tab.txt"), undefined];
    const columnOf = (last: number | undefined, ...all: object[]) =>
      withProperty(vscode.window, "tabGroups", { all, activeTabGroup: all[0] }, async () => {
        const used = last === undefined ? [] : [{ document: front, viewColumn: last }];
        let given: vscode.TextDocumentShowOptions | undefined;
        const showTextDocument = async (_: unknown, options: vscode.TextDocumentShowOptions) => {
          given = options;
        };
        await withWindow({ showTextDocument }, () => showDocument(document, { used } as never));
        assert.equal(given?.preview, false);
        return given.viewColumn;
      });
    assert.equal(await columnOf(2, group(1, text, true), group(2, text)), 2);
    assert.equal(await columnOf(2, group(1, text), group(2, chat), group(3, text, true)), 3);
    assert.equal(await columnOf(undefined, group(1, text), group(2, text, true)), 2);
    assert.equal(await columnOf(2, group(1, chat, true), group(2, chat), group(3, empty)), 3);
    assert.equal(await columnOf(1, group(1, chat, true)), vscode.ViewColumn.Beside);
  });

  it("is its own tab rather than a diff, where both are hidden", async () => {
    const [one, other] = [await file("shown.txt", "one\n"), await file("left.txt", "left\n")];
    await run("vscode.diff", other, one, "Two files", { preview: false });
    await until("the diff is open", () => active()?.document.uri.path === one.path);
    await openFile(one);
    const { document } = active()!;
    await untitled("in front");
    const shown = await showDocument(document, nobody);
    assert.equal(shown?.reopened, false);
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.ok(activeTab?.input instanceof vscode.TabInputText);
    assert.equal(activeTab.input.uri.path, one.path);
    assert.equal(vscode.window.tabGroups.activeTabGroup.tabs.length, 3);
  });

  itWithAll("is the diff where there is no other, and a new tab where there is none", async () => {
    const [one, other] = [await file("in-diff.txt", "one\n"), await file("left.txt", "left\n")];
    await run("vscode.diff", other, one, "Two files", { preview: false });
    await until("the diff is open", () => active()?.document.uri.path === one.path);
    const { document } = active()!;
    await untitled("in front");
    const inDiff = await showDocument(document, nobody);
    assert.equal(inDiff?.reopened, false);
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.ok(activeTab?.input instanceof vscode.TabInputTextDiff);
    const closed = await vscode.workspace.openTextDocument(await file("closed.txt", "x\n"));
    const reopened = await showDocument(closed, nobody);
    assert.equal(reopened?.reopened, true);
    assert.equal(reopened.editor.document, closed);
    assert.equal(vscode.window.tabGroups.activeTabGroup.tabs.length, 3, "none was replaced");
  });
});
