import * as vscode from "vscode";
import { blockStandsFor, withBlock, type QuestionRange } from "../../core/questionText";
import { leavesOut } from "../../core/incomplete";
import {
  rangeOf,
  type Target,
  unchangedRange,
} from "../../../attachments/editor/attachmentOrigins";
import { fileName } from "../../../attachments/editor/selection";
import { editorsOf } from "../../../../platform/editor/lastEditor";
import { placeOf } from "../place";
import { editsTo } from "./documentLines";
import { withoutReturns, type ProposedFile } from "./proposedFile";

/** The document with a text in place of what was asked about; `undefined` if it leaves parts out. */
export function proposedReplacement(
  document: vscode.TextDocument,
  target: Target,
  { text, isBlock }: { text: string; isBlock: boolean },
): ProposedFile | undefined {
  const range = rangeOf(document, target);
  const isWhole = isBlock && standsForWhole(document, range, text);
  const isPart = () => leavesOut(withoutReturns(text), document.getText(), document.uri.path);
  if (isBlock && (isWhole === undefined || isPart())) return undefined;
  const original = withoutReturns(document.getText());
  const proposed = isWhole
    ? withFinalNewlineOf(original, withoutReturns(text))
    : withSelection(document, { range, target, block: text });
  return { uri: document.uri, path: fileName(document), document, original, proposed };
}

function withFinalNewlineOf(original: string, text: string): string {
  return original.endsWith("\n") && !text.endsWith("\n") ? `${text}\n` : text;
}

/** By one edit in the editor that the user sees, so that undoing it brings back the selection as well. */
export async function replaceIn(
  editor: vscode.TextEditor,
  after: string,
  target: Target,
): Promise<boolean> {
  const { document } = editor;
  const sent = unchangedRange(document, target);
  if (sent) editor.selection = new vscode.Selection(sent.start, sent.end);
  const edits = editsTo(document, after);
  await editor.edit((edit) => {
    for (const { range, newText } of edits) edit.replace(range, newText);
  });
  const [first] = edits;
  if (first) editor.revealRange(first.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return withoutReturns(document.getText()) === after;
}

/** The range as it is where all ends of lines are `\n`, and how a text in its place is indented. */
export function questionRange(
  document: vscode.TextDocument,
  range: vscode.Range,
  target: Target,
): QuestionRange {
  const [editor = { document, options: {} }] = editorsOf(document);
  return { ...offsetsOf(document, range), place: placeOf(editor, range, target) };
}

function offsetsOf(document: vscode.TextDocument, { start, end }: vscode.Range) {
  const offsetAt = (position: vscode.Position) =>
    withoutReturns(document.getText(new vscode.Range(new vscode.Position(0, 0), position))).length;
  return { start: offsetAt(start), end: offsetAt(end) };
}

/** `undefined` if the block has some of the lines around the range and lacks others. */
function standsForWhole(
  document: vscode.TextDocument,
  range: vscode.Range,
  block: string,
): boolean | undefined {
  const file = withoutReturns(document.getText());
  const meant = blockStandsFor(file, offsetsOf(document, range), withoutReturns(block));
  return meant === undefined ? undefined : meant === "file";
}

/** The document's text with the block in place of the range, in the indentation of the file. */
function withSelection(
  document: vscode.TextDocument,
  { range, target, block }: { range: vscode.Range; target: Target; block: string },
): string {
  return withBlock(withoutReturns(document.getText()), withoutReturns(block), {
    range: questionRange(document, range, target),
    sent: target,
  });
}
