import * as vscode from "vscode";
import { fitIndent } from "../../app/indent";
import { HubError } from "../../hub/errors";
import type { LastEditor } from "../lastEditor";
import { plainText } from "../plainText";
import { pass } from "./gate";
import type { Review } from "./review";
import type { Target } from "./targets";

/** The one door through which text of the hub reaches documents and the clipboard. */
export class Insertion {
  readonly #review: Review;
  readonly #lastEditor: LastEditor;

  constructor(review: Review, lastEditor: LastEditor) {
    this.#review = review;
    this.#lastEditor = lastEditor;
  }

  async copy(text: string): Promise<void> {
    const passed = await pass(text);
    if (passed !== undefined) await vscode.env.clipboard.writeText(passed);
  }

  async newFile(text: string, language: string): Promise<void> {
    const content = await pass(text);
    if (content === undefined) return;
    const known = await vscode.languages.getLanguages();
    const document = await vscode.workspace.openTextDocument({
      content,
      ...(known.includes(language) && { language }),
    });
    await vscode.window.showTextDocument(document, { preview: false });
  }

  /** Inserts at the primary cursor of the target's document, else of the editor used last. */
  async atCursor(text: string, target: Target | undefined): Promise<void> {
    const editor = target ? await show(target.uri) : this.#lastEditor.current;
    if (!editor) {
      throw new HubError(
        "invalid-request",
        "There is no open file to insert into. Copy the answer, or make a new file.",
      );
    }
    const passed = await pass(text, editor.document.uri);
    if (passed === undefined) return;
    const at = editor.selection.active;
    await this.#edit(editor, new vscode.Range(at, at), passed);
  }

  /** Replaces what was sent, after a diff, if it still is what was sent. */
  async replace(text: string, target: Target, title: string): Promise<void> {
    const editor = await show(target.uri);
    const { document } = editor;
    const current = rangeOf(document, target);
    if (document.getText(current) !== target.original) {
      await this.#offerOthers(text, target, title);
      return;
    }
    const passed = await pass(text, document.uri);
    if (passed === undefined) return;
    const fitted = fit(keepFinalNewline(passed, target.original), editor, current);
    const agreed = await this.#review.ask({
      document,
      proposed: withReplaced(document, current, fitted),
      title: plainText(title),
    });
    if (!agreed) return;
    const again = await show(target.uri);
    const range = rangeOf(again.document, target);
    if (again.document.getText(range) !== target.original) {
      await this.#offerOthers(text, target, title);
      return;
    }
    again.selection = new vscode.Selection(range.start, range.end);
    await this.#edit(again, range, fitted, { fitted: true });
  }

  async #edit(
    editor: vscode.TextEditor,
    range: vscode.Range,
    text: string,
    { fitted = false } = {},
  ): Promise<void> {
    const inserted = fitted ? text : fit(text, editor, range);
    const applied = await editor.edit((edit) => edit.replace(range, inserted));
    if (!applied) {
      throw new HubError(
        "invalid-request",
        "This document cannot be changed. Copy the answer, or make a new file.",
      );
    }
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  async #offerOthers(text: string, target: Target, title: string): Promise<void> {
    const diff = "Show Diff";
    const cursor = "Insert at Cursor";
    const copy = "Copy";
    const file = "New File";
    const chosen = await vscode.window.showWarningMessage(
      plainText(
        `The text in ${target.label} has changed since it was sent, so it was not replaced.`,
        300,
      ),
      diff,
      cursor,
      copy,
      file,
    );
    const { languageId } = await vscode.workspace.openTextDocument(target.uri);
    if (chosen === cursor) await this.atCursor(text, target);
    else if (chosen === copy) await this.copy(text);
    else if (chosen === file) await this.newFile(text, languageId);
    else if (chosen === diff) await showDiff(target.original, text, languageId, title);
  }
}

async function show(uri: vscode.Uri): Promise<vscode.TextEditor> {
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    const visible = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
    return await vscode.window.showTextDocument(document, {
      ...(visible?.viewColumn !== undefined && { viewColumn: visible.viewColumn }),
    });
  } catch {
    const name = uri.path.split("/").at(-1) ?? uri.path;
    throw new HubError(
      "not-found",
      `${name} cannot be opened any more. Copy the answer, or make a new file.`,
    );
  }
}

async function showDiff(
  sent: string,
  answer: string,
  language: string,
  title: string,
): Promise<void> {
  const [left, right] = await Promise.all(
    [sent, answer].map((content) => vscode.workspace.openTextDocument({ content, language })),
  );
  if (left && right)
    await vscode.commands.executeCommand("vscode.diff", left.uri, right.uri, plainText(title));
}

function rangeOf(document: vscode.TextDocument, { range }: Target): vscode.Range {
  return new vscode.Range(document.positionAt(range.start), document.positionAt(range.end));
}

function fit(text: string, { document, options }: vscode.TextEditor, range: vscode.Range): string {
  const line = document.lineAt(range.start.line).text;
  const baseIndent = /^[ \t]*/.exec(line)?.[0] ?? "";
  return fitIndent(text, {
    baseIndent,
    afterIndent: range.start.character >= baseIndent.length,
    insertSpaces: options.insertSpaces !== false,
    tabSize: typeof options.tabSize === "number" ? options.tabSize : 4,
  });
}

function keepFinalNewline(text: string, original: string): string {
  return /[\r\n]$/.test(original) && !/[\r\n]$/.test(text) ? `${text}\n` : text;
}

function withReplaced(document: vscode.TextDocument, range: vscode.Range, text: string): string {
  const whole = document.getText();
  return (
    whole.slice(0, document.offsetAt(range.start)) +
    text +
    whole.slice(document.offsetAt(range.end))
  );
}
