import * as vscode from "vscode";
import type { Reason } from "../../core/fileChange";
import { splitLines } from "../../core/hunk";
import { fitIndent } from "../../core/indentation/fitIndent";
import { standsFor } from "../../core/standsFor";
import { t } from "../../../../kit/l10n";
import type { Target } from "../../../attachments/editor/attachmentOrigins";
import { unchangedRange } from "../../../attachments/editor/unchangedRange";
import { editorsOf } from "../../../../platform/editor/lastEditor";
import { placeOf } from "../place";
import { withoutReturns } from "./proposedFile";

/** The whole document with a code block for it or for the selection that was asked about. */
export function textForTarget(
  document: vscode.TextDocument,
  target: Target,
  block: string,
): { readonly text: string } | { readonly why: Reason } {
  if (!target.single) return { text: block };
  const range = unchangedRange(document, target);
  if (!range) return { why: (file) => t("{0} has changed since it was sent.", file) };
  const whole = standsForWhole(document, range, block);
  if (whole === undefined)
    return {
      why: (file) => t("{0} seems to be shown only in part, so it was not replaced.", file),
    };
  return { text: whole ? block : withSelection(document, { range, target, block }) };
}

/** `undefined` if the block has some of the lines around the range and lacks others. */
export function standsForWhole(
  document: vscode.TextDocument,
  { start, end }: vscode.Range,
  block: string,
): boolean | undefined {
  const file = splitLines(withoutReturns(document.getText()));
  const lastLine = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  const meant = standsFor(splitLines(withoutReturns(block)), file, {
    start: start.line,
    end: lastLine,
  });
  return meant === undefined ? undefined : meant === "file";
}

/** The document's text with the block in place of the range, in the indentation of the file. */
export function withSelection(
  document: vscode.TextDocument,
  { range, target, block }: { range: vscode.Range; target: Target; block: string },
): string {
  const [editor = { document, options: {} }] = editorsOf(document);
  const fitted = fitIndent(
    keepFinalNewline(block, target.original),
    placeOf(editor, range, target),
  );
  const whole = document.getText();
  return withoutReturns(
    whole.slice(0, document.offsetAt(range.start)) +
      fitted +
      whole.slice(document.offsetAt(range.end)),
  );
}

function keepFinalNewline(text: string, original: string): string {
  return /[\r\n]$/.test(original) && !/[\r\n]$/.test(text) ? `${text}\n` : text;
}
