import assert from "node:assert/strict";
import * as vscode from "vscode";
import { selectionOf, wholeOf } from "../../../src/features/attachments/editor/selection";
import type { Attachment } from "../../../src/features/conversation/core/attachment";
import { Conversation } from "../../../src/features/conversation/core/conversation";
import { until } from "../support/inputs";
import { active, at, file, openFile, run } from "../support/inserting";
import { answerOf, diffOf, fence, Reviewing, tab, textOf } from "../support/reviewing";

const functions = `import { rate } from "./rate";

/** Adds up. */
export function total(items: number[]): number {
  let sum = 0;
  for (const item of items) sum += item;
  return sum;
}

export function tax(value: number): number {
  return value * rate;
}
`;
const shorter = `export function total(items: number[]): number {
  return items.reduce((sum, item) => sum + item, 0);
}`;
const withTotal = (text: string) => functions.replace(/export function total[^]*?\n\}/, () => text);

/** A conversation of these answers, each with what its question was about. */
function conversationOf(...turns: [output: string, asked?: Attachment[]][]): Conversation {
  const all = turns.map(([output, asked], index) => answerOf(output, asked, `t${index}`));
  const [first, ...others] = all;
  for (const other of others) first!.put(other.turns[0]!);
  return first!;
}

/** Classes, functions, methods, rules and headings, as the languages of VS Code read them. */
function symbolsOf(document: vscode.TextDocument): vscode.DocumentSymbol[] {
  const { Class, Function, Method, String } = vscode.SymbolKind;
  const forms: [pattern: RegExp, kind: vscode.SymbolKind][] = [
    [/^(?:export )?class (\w+)/, Class],
    [/^(?:export )?function (\w+)/, Function],
    [/^ *(?!if|for|while)(\w+)\(.*\{$/, Method],
    [/^(\.\w+) \{/, Class],
    [/^(## .*)/, String],
  ];
  const lines = document.getText().split("\n");
  const found: vscode.DocumentSymbol[] = [];
  for (const [at, line] of lines.entries()) {
    const [[, name = ""] = [], kind] = forms
      .map(([pattern, one]) => [pattern.exec(line) ?? [], one] as const)
      .find(([match]) => match.length > 0) ?? [undefined, Class];
    if (name === "") continue;
    const indent = line.length - line.trimStart().length;
    const isEnd = (other: string, index: number) =>
      index > at &&
      (kind === String ? other.startsWith("## ") : other === `${" ".repeat(indent)}}`);
    const end = lines.findIndex(isEnd);
    if (end === -1 && kind !== String) continue;
    const last = kind === String ? (end === -1 ? lines.length : end) - 1 : end;
    const range = new vscode.Range(at, indent, last, lines[last]!.length);
    const column = line.indexOf(name);
    const symbol = new vscode.DocumentSymbol(
      name,
      "",
      kind,
      range,
      new vscode.Range(at, column, at, column + name.length),
    );
    const owner = found.findLast((one) => one.kind === Class && one.range.contains(range));
    if (owner && kind === Method) owner.children.push(symbol);
    else found.push(symbol);
  }
  return found;
}

/** The rows that are offered, of which one with this text in it is picked. */
function picking(text?: string): vscode.QuickPickItem[][] {
  const offered: vscode.QuickPickItem[][] = [];
  Object.assign(vscode.window, {
    showQuickPick: async (rows: vscode.QuickPickItem[]) => {
      offered.push(rows);
      if (text === undefined) return undefined;
      return rows.find(({ label, detail = "" }) => `${label} ${detail}`.includes(text));
    },
  });
  return offered;
}

function cursorAt(editor: vscode.TextEditor, line: number): void {
  editor.selection = new vscode.Selection(line, 0, line, 0);
}

describe("applying an answer", () => {
  const providing: vscode.Disposable[] = [];
  before(() => {
    for (const language of ["typescript", "css", "markdown"])
      providing.push(
        vscode.languages.registerDocumentSymbolProvider(
          { language },
          { provideDocumentSymbols: symbolsOf },
        ),
      );
  });
  after(() => vscode.Disposable.from(...providing).dispose());

  const reviewing = Reviewing.inSuite();
  const { showQuickPick } = vscode.window;
  afterEach(() => void Object.assign(vscode.window, { showQuickPick }));

  const use = (
    conversation: Conversation,
    blockIndex?: number,
    turn = conversation.turns.at(-1)!,
  ) =>
    reviewing().feature.output.use(
      conversation,
      { turnId: turn.id, ...(blockIndex !== undefined && { blockIndex }) },
      "apply",
    );

  /** Applies what the review shows. */
  async function reviewed(conversation: Conversation, blockIndex?: number): Promise<void> {
    const done = use(conversation, blockIndex);
    await until("the review is shown", () =>
      /^Changes by Engineer|↔ Engineer/.test(tab()?.label ?? ""),
    );
    await reviewing().apply();
    assert.equal(await done, true, JSON.stringify(reviewing().messages.told));
  }

  function selected(editor: vscode.TextEditor, text: string): Attachment {
    const start = editor.document.getText().indexOf(text);
    assert.notEqual(start, -1);
    editor.selection = new vscode.Selection(
      editor.document.positionAt(start),
      editor.document.positionAt(start + text.length),
    );
    const attachment = selectionOf(editor)!;
    reviewing().feature.origins.remember(attachment, editor);
    return attachment;
  }

  it("A5 takes a block to the file that it names, in a review", async () => {
    await file("named.txt", "one\n");
    const cursor = await openFile(await file("open.txt", "cursor\n"));
    const answer =
      fence("txt inserting/named.txt", "two") + fence("diff", diffOf("b.txt", "a", "b"));
    await file("b.txt", "a\n");
    await reviewed(answerOf(answer), 0);
    assert.deepEqual([await textOf("named.txt"), await textOf("b.txt")], ["two\n", "a\n"]);
    await reviewed(answerOf(answer));
    assert.equal(await textOf("b.txt"), "b\n");
    assert.equal(cursor.document.getText(), "cursor\n");
  });

  it("A5 takes a block to the selection that was asked about", async () => {
    const editor = await openFile(await file("a.ts", functions));
    const asked = selected(editor, "let sum = 0;");
    cursorAt(editor, 0);
    await reviewed(answerOf(`So:\n\n${fence("ts", "let sum = 1;")}`, asked));
    assert.equal(await textOf("a.ts"), functions.replace("sum = 0", "sum = 1"));
  });

  it("A5 takes a follow-up to what was asked about three questions ago, and was replaced since", async () => {
    const editor = await openFile(await file("a.ts", functions));
    const body = "let sum = 0;\n  for (const item of items) sum += item;\n  return sum;";
    const asked = selected(editor, body);
    const one = fence("ts", "return items.reduce((a, b) => a + b);");
    const first = conversationOf([one, [asked]]);
    await reviewed(first);
    const again = await openFile(at("a.ts"));
    await again.edit((edit) => edit.insert(new vscode.Position(0, 0), "// Mine.\n"));
    cursorAt(again, 0);
    const later = conversationOf(
      [one, [asked]],
      ["No code."],
      [fence("sh", "npm test")],
      [fence("ts", "return sumOf(items);")],
    );
    await reviewed(later);
    assert.equal(
      await textOf("a.ts"),
      `// Mine.\n${functions.replace(body, "return sumOf(items);")}`,
    );
  });

  it("A5 refuses to replace what the user has changed, with ways on", async () => {
    const editor = await openFile(await file("a.ts", functions));
    const asked = selected(editor, "return value * rate;");
    const start = editor.selection.start;
    await editor.edit((edit) => edit.insert(start.translate(0, 7), "2 * "));
    cursorAt(editor, 1);
    const changed = editor.document.getText();
    const conversation = answerOf(fence("ts", "return rate;"), asked);
    assert.equal(await use(conversation), false);
    const { message, buttons } = reviewing().messages.last!;
    assert.match(message, /has changed since it was sent/);
    assert.deepEqual(buttons.slice(0, 3), ["Compare", "Insert at Cursor", "Copy"]);
    assert.equal(editor.document.getText(), changed);
    reviewing().messages.answer("Copy");
    assert.equal(await use(conversation), false);
    assert.equal(await vscode.env.clipboard.readText(), "return rate;");
    reviewing().messages.answer("Compare");
    await reviewed(conversation);
    assert.equal(
      editor.document.getText(),
      functions.replace("return value * rate;", "return rate;"),
    );
    await run("undo");
    // Undo brings the cursor of before, which may still be on its way.
    await until("it is undone", () => editor.document.getText() === changed);
    cursorAt(vscode.window.activeTextEditor!, 1);
    reviewing().messages.answer("Insert at Cursor");
    assert.equal(await use(conversation), true);
    assert.match(editor.document.getText(), /^import .*\nreturn rate;\n/);
  });

  it("A5 takes a block to the declaration of its name in the active file", async () => {
    const editor = await openFile(await file("a.ts", functions));
    cursorAt(editor, 0);
    await reviewed(answerOf(`Shorter:\n\n${fence("ts", shorter)}`));
    assert.equal(await textOf("a.ts"), withTotal(shorter));
  });

  it("A5 takes a method to its class, in the indentation of the class", async () => {
    const text = `export class Cart {\n    items = [1];\n\n    total() {\n        return 0;\n    }\n}\n`;
    const editor = await openFile(await file("cart.ts", text));
    cursorAt(editor, 0);
    const method =
      "  total(): number {\n    if (this.items) {\n      return 1;\n    }\n    return 2;\n  }";
    const expected = text.replace(
      /    total[^]*?\n    \}/,
      "    total(): number {\n        if (this.items) {\n            return 1;\n        }\n        return 2;\n    }",
    );
    await reviewed(answerOf(fence("ts", method)));
    assert.equal(await textOf("cart.ts"), expected);
    await run("undo");
    await reviewed(answerOf(`#### \`inserting/cart.ts\`\n\n${fence("ts", method)}`));
    assert.equal(await textOf("cart.ts"), expected);
  });

  it("A5 takes several blocks of one file into one review", async () => {
    await file("a.ts", functions);
    const tax = "export function tax(value: number): number {\n  return value;\n}";
    const name = "**inserting/a.ts**\n\n";
    await reviewed(answerOf(name + fence("ts", shorter) + name + fence("ts", tax)));
    const both = withTotal(shorter).replace("return value * rate", "return value");
    assert.equal(await textOf("a.ts"), both);
    await openFile(await file("b.ts", functions));
    await reviewed(answerOf(`First:\n\n${fence("ts", shorter)}Second:\n\n${fence("ts", tax)}`));
    assert.equal(await textOf("b.ts"), both);
  });

  it("A5 takes a rule of CSS and a section of Markdown to those of the same name", async () => {
    await openFile(await file("a.css", ".a {\n  color: red;\n}\n\n.b {\n  margin: 0;\n}\n"));
    await reviewed(answerOf(fence("css", ".b {\n  margin: 1px;\n}")));
    assert.equal(await textOf("a.css"), ".a {\n  color: red;\n}\n\n.b {\n  margin: 1px;\n}\n");
    await openFile(await file("a.md", "# A\n\n## Use\n\nOld.\n\n## End\n\nEnd.\n"));
    await reviewed(answerOf(fence("markdown", "## Use\n\nNew.")));
    assert.equal(await textOf("a.md"), "# A\n\n## Use\n\nNew.\n\n## End\n\nEnd.\n");
  });

  it("A5 reads a block by names where the language looks at files only", async () => {
    const text = "class Cart:\n    def total(self):\n        return 0\n";
    const uri = await file("cart.py", text);
    const provider = vscode.languages.registerDocumentSymbolProvider(
      { scheme: "file", language: "python" },
      {
        provideDocumentSymbols: () => {
          const { Class, Method } = vscode.SymbolKind;
          const [all, name] = [new vscode.Range(0, 0, 2, 16), new vscode.Range(0, 6, 0, 10)];
          const cart = new vscode.DocumentSymbol("Cart", "", Class, all, name);
          const range = new vscode.Range(1, 4, 2, 16);
          const named = new vscode.Range(1, 8, 1, 13);
          cart.children = [new vscode.DocumentSymbol("total", "", Method, range, named)];
          return [cart];
        },
      },
    );
    try {
      await openFile(uri);
      await reviewed(answerOf(fence("python", "def total(self):\n    return 1")));
      assert.equal(await textOf("cart.py"), text.replace("return 0", "return 1"));
    } finally {
      provider.dispose();
    }
  });

  it("A5 says where a language does not answer, and inserts nothing by itself", async () => {
    const editor = await openFile(await file("silent.ts", functions));
    const silent = vscode.languages.registerDocumentSymbolProvider(
      { pattern: "**/silent.ts" },
      { provideDocumentSymbols: () => new Promise<never>(() => {}) },
    );
    try {
      assert.equal(await use(answerOf(fence("ts", "export function other() {}"))), false);
    } finally {
      silent.dispose();
    }
    const { message, buttons } = reviewing().messages.last!;
    assert.match(message, /^VS Code does not know yet what silent\.ts declares/);
    assert.deepEqual(buttons, ["Insert at Cursor", "Copy"]);
    assert.equal(editor.document.getText(), functions);
  });

  it("A5 takes code that is new to the cursor", async () => {
    const editor = await openFile(await file("a.ts", functions));
    cursorAt(editor, 8);
    const added = "export function half(value: number): number {\n  return value / 2;\n}";
    assert.equal(await use(answerOf(fence("ts", added))), true);
    assert.ok(editor.document.getText().includes(`}\n${added}\n`), editor.document.getText());
    assert.ok(editor.document.getText().includes(functions.split("\n\n")[1]!));
  });

  it("A5 asks about two places of one rank, and changes nothing unless one is picked", async () => {
    const two =
      "class A {\n  run() {\n    return 1;\n  }\n}\n\nclass B {\n  run() {\n    return 2;\n  }\n}\n";
    const editor = await openFile(await file("two.ts", two));
    const block = fence("ts", "run() {\n  return 3;\n}");
    const none = picking();
    assert.equal(await use(answerOf(block)), false);
    assert.deepEqual(
      none[0]?.map(({ label, description, detail }) => [
        label,
        description?.split(" · ")[0],
        detail,
      ]),
      [
        ["two.ts:2", "A", "run() {"],
        ["two.ts:8", "B", "run() {"],
      ],
    );
    assert.equal(await textOf("two.ts"), two);
    picking("two.ts:8");
    await reviewed(answerOf(block));
    assert.equal(await textOf("two.ts"), two.replace("return 2", "return 3"));
    await run("undo");
    const asked = [selected(editor, "return 1;"), selected(editor, "return 2;")];
    const offered = picking("return 2");
    await reviewed(answerOf(fence("ts", "return 4;"), asked));
    assert.deepEqual(
      offered[0]?.map(({ label, detail }) => [label, detail]),
      [
        ["two.ts", "return 1;"],
        ["two.ts", "return 2;"],
      ],
    );
    assert.equal(await textOf("two.ts"), two.replace("return 2", "return 4"));
  });

  it("A5 asks which block of an answer is meant, and takes no prose along", async () => {
    const editor = await openFile(await file("open.txt", ""));
    const answer = `Either:\n\n${fence("txt", "one")}Or:\n\n${fence("txt", "two")}`;
    const none = picking();
    assert.equal(await use(answerOf(answer)), false);
    assert.deepEqual(
      none[0]?.map(({ label }) => label),
      ["one", "two"],
    );
    assert.equal(editor.document.getText(), "");
    picking("two");
    assert.equal(await use(answerOf(answer)), true);
    assert.equal(editor.document.getText().trim(), "two");
  });

  it("A5 says that there is no code, and copies or inserts the words instead", async () => {
    const editor = await openFile(await file("open.txt", ""));
    const conversation = answerOf("Only *words*.");
    assert.equal(await use(conversation), false);
    const { message, buttons } = reviewing().messages.last!;
    assert.deepEqual(
      [message, buttons],
      ["This answer has no code to apply.", ["Insert at Cursor", "Copy"]],
    );
    assert.equal(editor.document.getText(), "");
    reviewing().messages.answer("Copy");
    assert.equal(await use(conversation), false);
    assert.equal(await vscode.env.clipboard.readText(), "Only *words*.");
    reviewing().messages.answer("Insert at Cursor");
    assert.equal(await use(conversation), true);
    assert.equal(editor.document.getText().trim(), "Only *words*.");
  });

  it("A5 refuses a change that names no file and was asked about none", async () => {
    const editor = await openFile(await file("open.txt", "a\n"));
    const conversation = answerOf(fence("diff", "@@ -1 +1 @@\n-a\n+b"));
    assert.equal(await use(conversation), false);
    const { message, buttons } = reviewing().messages.last!;
    assert.match(message, /does not say which file it is for/);
    assert.deepEqual(buttons, ["Copy"]);
    assert.equal(editor.document.getText(), "a\n");
  });

  it("A5 replaces a file that was asked about where the block shows most of it", async () => {
    const text = "one\ntwo\nthree\nfour\n";
    const editor = await openFile(await file("whole.txt", text));
    const asked = wholeOf(at("whole.txt"), text, "plaintext");
    reviewing().feature.origins.remember(asked, {
      document: editor.document,
      selection: new vscode.Selection(0, 0, 0, 0),
      selections: [],
    });
    await reviewed(answerOf(fence("txt", "one\ntwo\nthree\nfive"), asked));
    assert.equal(await textOf("whole.txt"), "one\ntwo\nthree\nfive\n");
    assert.ok(active());
  });
});
