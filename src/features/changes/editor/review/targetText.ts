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

type TargetText = { readonly text: string } | { readonly why: Reason };

/** What a question was about in one document. */
export interface AskedPlaces {
  readonly targets: readonly Target[];
  /** Only earlier questions were, so that a block may have nothing to do with them. */
  readonly isEarlier: boolean;
}

/** The whole document with a code block for it or for a selection that was asked about. */
export function textForTargets(
  document: vscode.TextDocument,
  { targets, isEarlier }: AskedPlaces,
  block: string,
): TargetText {
  const places = targets.filter(
    ({ single, range: { start, end } }, at) =>
      single &&
      !targets.slice(0, at).some(({ range }) => range.start === start && range.end === end),
  );
  const lines = new Set(splitLines(withoutReturns(block)).map((line) => line.trim()));
  const begun = places.filter(({ original }) => lines.has(original.trim().split(/\r?\n/)[0]!));
  const [place, ...others] = places.length > 1 || isEarlier ? begun : places;
  if (place && others.length === 0) return textForTarget(document, place, block);
  if (places.length === 0 || (isEarlier && begun.length === 0)) return { text: block };
  const isWhole = places.every((one) => {
    const range = unchangedRange(document, one);
    return range && standsForWhole(document, range, block);
  });
  return isWhole ? { text: block } : { why: isAskedTwice };
}

const isAskedTwice: Reason = (file) =>
  t(
    "{0} was asked about at several places, and the answer does not say which one it changes.",
    file,
  );

function textForTarget(document: vscode.TextDocument, target: Target, block: string): TargetText {
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
