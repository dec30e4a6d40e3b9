import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import * as vscode from "vscode";
import { AttachmentChanges } from "../../../src/features/attachments/editor/attachmentChanges";
import { selectionOf } from "../../../src/features/attachments/editor/selection";
import type { Attachment } from "../../../src/features/conversation/core/attachment";
import { until } from "../support/inputs";
import { at, discardAll, file, isDiff, openFile, run, untitled } from "../support/inserting";
import { reviewsAreFree } from "../support/insertionFeature";
import { answerOf, Reviewing } from "../support/reviewing";
import { itWithAll } from "../../support/testSize";
import { noRepositories } from "../support/standIns";

const bodyOf = (name: string, line: string): string => `function ${name}(a) {\n  ${line}\n}\n`;
const twoOf = (first: string, second: string): string =>
  `${bodyOf("first", first)}\n${bodyOf("second", second)}`;
const same = "return a;";

const rangeOf = (document: vscode.TextDocument, text: string, nth = 0): vscode.Range => {
  const start = document
    .getText()
    .split(text, nth + 1)
    .join(text).length;
  return new vscode.Range(document.positionAt(start), document.positionAt(start + text.length));
};

const edited = async (document: vscode.TextDocument, from: string, to: string, nth = 0) => {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, rangeOf(document, from, nth), to);
  assert.ok(await vscode.workspace.applyEdit(edit));
};

/** As another program does it. */
const written = async (uri: vscode.Uri, text: string) => {
  await writeFile(uri.fsPath, text);
  const document = vscode.workspace.textDocuments.find((one) => String(one.uri) === String(uri));
  await until("it is read", () => !document || document.isClosed || document.getText() === text);
};

describe("the place of a text that stands once more elsewhere", () => {
  const reviewing = Reviewing.inSuite();

  /** Attaches the first or the second of the same texts. */
  function attach(editor: vscode.TextEditor, text = same, nth = 0): Attachment {
    const { start, end } = rangeOf(editor.document, text, nth);
    editor.selection = new vscode.Selection(start, end);
    const attachment = selectionOf(editor)!;
    reviewing().feature.origins.remember(attachment, editor);
    return attachment;
  }

  const use = (attachment: Attachment, output = "```ts\nreturn b;\n```") =>
    reviewing().feature.output.use(answerOf(output, attachment), { turnId: "t" }, "replace");

  /** The text of its file once the answer has replaced it. */
  async function replaced(attachment: Attachment): Promise<string> {
    const results: boolean[] = [];
    const done = use(attachment).then((result) => results.push(result));
    // A click right after the review has opened counts as a double click.
    await until("it is applied", async () => {
      await reviewing().apply();
      return results.length > 0;
    });
    await done;
    assert.deepEqual(results, [true], reviewing().messages.last?.message);
    return vscode.window.activeTextEditor!.document.getText();
  }

  /** What is offered instead. */
  async function refused(attachment: Attachment, why = /has changed since it was sent/) {
    reviewing().messages.told.length = 0;
    reviewing().messages.press = () => undefined;
    assert.equal(await use(attachment), false);
    const { message, buttons } = reviewing().messages.last!;
    assert.match(message, why);
    assert.equal(vscode.window.tabGroups.all.some(isDiff), false);
    return buttons;
  }

  const isLost = /is not in .* with the lines that stood around it/;

  it("A6 is changed where its own text was edited, and right again after an undo", async () => {
    for (const nth of [0, 1]) {
      const editor = await openFile(await file("own.ts", twoOf(same, same)));
      const { document } = editor;
      const attachment = attach(editor, same, nth);
      const changes = new AttachmentChanges(reviewing().feature.origins, noRepositories);
      const isMarked = () => changes.idsAmong("c", [attachment]).size > 0;
      isMarked();
      for (const [from, to] of [
        [same, "return a + 1;"],
        [`  ${same}\n`, ""],
        [document.getText(), bodyOf("other", "return c;")],
      ] as const) {
        await edited(document, from, to, from === document.getText() ? 0 : nth);
        await until(`it is marked, ${to}`, isMarked);
        const buttons = await refused(attachment, /has changed since|is not in own\.ts/);
        assert.ok(buttons.includes("Copy") && buttons.includes("Insert at Cursor"));
        await vscode.window.showTextDocument(document);
        await run("undo");
        await until("it is not marked", () => !isMarked());
      }
      const texts = [same, same].with(nth, "return b;");
      assert.equal(await replaced(attachment), twoOf(texts[0]!, texts[1]!));
      changes.dispose();
      await discardAll();
    }
  });

  it("A6 is compared with the text that stands there now, and no other", async () => {
    const editor = await openFile(await file("now.ts", twoOf(same, same)));
    const attachment = attach(editor);
    await edited(editor.document, same, "return a + 1;");
    reviewing().messages.answer("Compare");
    assert.equal(await replaced(attachment), twoOf("return b;", same));
  });

  for (const isForgotten of [false, true])
    it(`A6 is found by the lines around it in a file that was closed${isForgotten ? ", after a reload" : ""}`, async () => {
      for (const [index, [now, expected]] of (
        [
          [twoOf(same, same), twoOf(same, "return b;")],
          [`// more\n${twoOf(same, same)}`, `// more\n${twoOf(same, "return b;")}`],
          [twoOf(same, "return a + 1;"), undefined],
          [bodyOf("first", same), undefined],
          [`${twoOf(same, same)}\n${twoOf(same, same)}`, undefined],
          [
            twoOf(same, same).replaceAll("\n", "\r\n"),
            twoOf(same, "return b;").replaceAll("\n", "\r\n"),
          ],
        ] as const
      ).entries()) {
        // VS Code keeps a document that was opened once more for minutes.
        const uri = await file(`closed-${String(isForgotten)}-${index}.ts`, twoOf(same, same));
        const editor = await openFile(uri);
        const attachment = attach(editor, same, 1);
        await run("workbench.action.closeAllEditors");
        await until("it is closed", () => editor.document.isClosed);
        await writeFile(uri.fsPath, now);
        if (isForgotten) {
          reviewing().forget();
          await reviewsAreFree();
        }
        if (expected === undefined) await refused(attachment, isLost);
        else assert.equal(await replaced(attachment), expected);
        await discardAll();
      }
    });

  it("A6 is found with the lines that were around it when its file was closed", async () => {
    const uri = await file("around.ts", twoOf(same, same));
    const editor = await openFile(uri);
    const attachment = attach(editor);
    await edited(editor.document, "function first(a) {", "export function renamed(a: number) {");
    await edited(editor.document, "function second", "function other");
    await editor.document.save();
    await run("workbench.action.closeAllEditors");
    await until("it is closed", () => editor.document.isClosed);
    const now = await replaced(attachment);
    assert.match(now, /renamed\(a: number\) \{\n {2}return b;/);
    assert.match(now, /other\(a\) \{\n {2}return a;/);
  });

  itWithAll("A6 is its own after another program has changed the open file", async () => {
    const uri = await file("checkout.ts", twoOf(same, same));
    const editor = await openFile(uri);
    const attachment = attach(editor);
    await written(uri, `// top\n${twoOf(same, same)}// bottom\n`);
    await written(uri, `// top\n${twoOf("return a + 1;", same)}// other\n`);
    await refused(attachment, /has changed since|is not in/);
    await written(uri, twoOf(same, same));
    assert.equal(await replaced(attachment), twoOf("return b;", same));
  });

  itWithAll("A6 is refused in a file that is gone, and follows one that was renamed", async () => {
    const uri = await file("renamed-from.ts", twoOf(same, same));
    const attachment = attach(await openFile(uri), same, 1);
    const rename = new vscode.WorkspaceEdit();
    rename.renameFile(uri, at("renamed-to.ts"), { overwrite: true });
    assert.ok(await vscode.workspace.applyEdit(rename));
    assert.equal(await replaced(attachment), twoOf(same, "return b;"));
    await discardAll();
    await rm(at("renamed-to.ts").fsPath);
    const buttons = await refused(attachment, /renamed-to\.ts is no longer open/);
    assert.deepEqual(buttons, ["Show Diff", "Copy", "New File"]);
  });

  itWithAll("A6 is its own in documents without a file", async () => {
    const editor = await untitled(twoOf(same, same), "typescript");
    const attachment = attach(editor, same, 1);
    await edited(editor.document, same, "return a + 1;", 1);
    await refused(attachment);
    await edited(editor.document, "return a + 1;", same);
    assert.equal(await replaced(attachment), twoOf(same, "return b;"));
  });
});
