import * as vscode from "vscode";
import { blockStandsFor, withBlock, type AskedRange } from "../../core/askedText";
import type { Target } from "../../../attachments/editor/attachmentOrigins";
import { editorsOf } from "../../../../platform/editor/lastEditor";
import { placeOf } from "../place";
import { withoutReturns } from "./proposedFile";

/** The range as it is where all ends of lines are `\n`, and how a text in its place is indented. */
export function askedRange(
  document: vscode.TextDocument,
  range: vscode.Range,
  target: Target,
): AskedRange {
  const [editor = { document, options: {} }] = editorsOf(document);
  return { ...offsetsOf(document, range), place: placeOf(editor, range, target) };
}

function offsetsOf(document: vscode.TextDocument, { start, end }: vscode.Range) {
  const offsetAt = (position: vscode.Position) =>
    withoutReturns(document.getText(new vscode.Range(new vscode.Position(0, 0), position))).length;
  return { start: offsetAt(start), end: offsetAt(end) };
}

/** `undefined` if the block has some of the lines around the range and lacks others. */
export function standsForWhole(
  document: vscode.TextDocument,
  range: vscode.Range,
  block: string,
): boolean | undefined {
  const file = withoutReturns(document.getText());
  const meant = blockStandsFor(file, offsetsOf(document, range), withoutReturns(block));
  return meant === undefined ? undefined : meant === "file";
}

/** The document's text with the block in place of the range, in the indentation of the file. */
export function withSelection(
  document: vscode.TextDocument,
  { range, target, block }: { range: vscode.Range; target: Target; block: string },
): string {
  return withBlock(withoutReturns(document.getText()), withoutReturns(block), {
    range: askedRange(document, range, target),
    sent: target,
  });
}
