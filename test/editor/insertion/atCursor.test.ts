import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import * as vscode from "vscode";
import { until } from "../support/inputs";
import { file, openFile, run } from "../support/inserting";
import { answerOf, Reviewing } from "../support/reviewing";
import { some } from "../../support/testSize";

const block = "```ts\n// src/cart.ts\nif (a) {\n    b();\n}\n```";
const line = "```ts\nmore\n```";

describe("Insert at the cursors", () => {
  const reviewing = Reviewing.inSuite();

  /** Inserts an answer's only block at `‸` and `«…»`, and returns the text of then and after an undo. */
  async function inserted(marked: string, output: string, name = "cursor.ts") {
    const content = marked.replace(/[‸«»]/g, "");
    const editor = await openFile(await file(name, content));
    const { document } = editor;
    await until("it is read", () => document.getText() === content);
    const spots = spotsOf(marked).map((offset) => document.positionAt(offset));
    editor.selections = spots
      .map((spot, index) => new vscode.Selection(spot, spots[index + 1] ?? spot))
      .filter((_, index) => index % 2 === 0);
    const before = editor.selections;
    const conversation = answerOf(output);
    const ref = { turnId: "t", blockIndex: 0 };
    assert.equal(await reviewing().feature.output.use(conversation, ref, "insert"), true);
    const after = document.getText();
    await vscode.window.showTextDocument(document);
    await run("undo");
    assert.equal(document.getText(), content, "one undo brings the text back");
    assert.deepEqual(vscode.window.activeTextEditor?.selections.map(String), before.map(String));
    await run("redo");
    return { after, document };
  }

  const cases: Record<string, [marked: string, output: string, expected: string]> = {
    "one line in front of text": ["f();\n‸g();\n", line, "f();\nmoreg();\n"],
    "one line in text": ["f(‸);\n", line, "f(more);\n"],
    "one line behind text": ["f();‸\n", line, "f();more\n"],
    "several lines in front of text": [
      "  f();\n  ‸g();\n",
      block,
      "  f();\n  if (a) {\n    b();\n  }\n  g();\n",
    ],
    "several lines in text": [
      "f() {\n  g‸();\n}\n",
      block,
      "f() {\n  g();\n  if (a) {\n    b();\n  }\n}\n",
    ],
    "several lines behind a brace": [
      "f() {‸\n  g();\n}\n",
      block,
      "f() {\n  if (a) {\n    b();\n  }\n  g();\n}\n",
    ],
    "several lines in an empty line": [
      "f() {\n  g();\n‸\n}\n",
      block,
      "f() {\n  g();\n  if (a) {\n    b();\n  }\n}\n",
    ],
    "several lines at the end": ["  f();\ng();\n‸", block, "  f();\ng();\nif (a) {\n  b();\n}\n"],
    "several lines for a selection": [
      "f() {\n  «g();»\n}\n",
      block,
      "f() {\n  if (a) {\n    b();\n  }\n}\n",
    ],
    "several lines for whole lines": [
      "f() {\n«  g();\n»}\n",
      block,
      "f() {\n  if (a) {\n    b();\n  }\n}\n",
    ],
    "several cursors": ["  f();‸\n  g();‸\n", line, "  f();more\n  g();more\n"],
    "several selections": ["a «b»\nc «d»\n", line, "a more\nc more\n"],
    "tabs and CRLF": [
      "f() {‸\r\n\tg();\r\n}\r\n",
      block,
      "f() {\r\n\tif (a) {\r\n\t\tb();\r\n\t}\r\n\tg();\r\n}\r\n",
    ],
  };
  for (const [name, [marked, output, expected]] of some(Object.entries(cases), 6))
    it(`A7 puts ${name}, without the line that names a file, and is undone at once`, async () => {
      const { after } = await inserted(marked, output);
      assert.equal(after, expected);
    });

  for (const [name, encoding, bytes, kept] of [
    ["cp1252", "windows1252", Buffer.from("caf\xe9\r\n\r\nna\xefve\r\n", "latin1"), "latin1"],
    [
      "UTF-16 with a mark",
      "utf16le",
      Buffer.from("\uFEFFcafé\r\n\r\nnaïve\r\n", "utf16le"),
      "utf16le",
    ],
    ["UTF-8 with a mark", "utf8bom", Buffer.from("\uFEFFcafé\n\nnaïve", "utf8"), "utf8"],
  ] as const)
    it(`A7 leaves every other byte of a file in ${name}`, async () => {
      const uri = await file("encoded.txt", "");
      await writeFile(uri.fsPath, bytes);
      const document = await vscode.workspace.openTextDocument(uri, { encoding });
      const editor = await vscode.window.showTextDocument(document, { preview: false });
      editor.selection = new vscode.Selection(1, 0, 1, 0);
      const conversation = answerOf(line);
      const ref = { turnId: "t", blockIndex: 0 };
      assert.equal(await reviewing().feature.output.use(conversation, ref, "insert"), true);
      assert.ok(await document.save());
      const end = document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
      const expected = bytes.toString(kept).replace(end + end, `${end}more${end}`);
      assert.deepEqual(await readFile(uri.fsPath), Buffer.from(expected, kept));
    });

  it("A7 puts no character into a file whose encoding lacks it", async () => {
    const uri = await file("latin.txt", "one\n");
    const document = await vscode.workspace.openTextDocument(uri, { encoding: "windows1252" });
    await vscode.window.showTextDocument(document, { preview: false });
    const conversation = answerOf("```\na → b\n```");
    const ref = { turnId: "t", blockIndex: 0 };
    reviewing().messages.press = () => undefined;
    assert.equal(await reviewing().feature.output.use(conversation, ref, "insert"), false);
    const { message, buttons } = reviewing().messages.last!;
    assert.equal(message, "latin.txt is saved in the encoding windows1252, which has no “→”.");
    assert.deepEqual(buttons, ["Copy", "New File"]);
    assert.equal(document.getText(), "one\n");
  });
});

/** The offsets of marks in the text without them; that of a cursor twice. */
function spotsOf(marked: string): number[] {
  const spots: number[] = [];
  let offset = 0;
  for (const char of marked) {
    if ("‸«»".includes(char)) spots.push(offset);
    else offset += char.length;
    if (char === "‸") spots.push(offset);
  }
  return spots;
}
