import * as vscode from "vscode";
import type { FileChange, Reason } from "../../core/answerChanges";
import { fitIndent } from "../../core/indentation/fitIndent";
import { isPartial } from "../../core/partialText";
import { patched } from "../../core/patches";
import { t } from "../../../../kit/l10n";
import type { Target } from "../../../attachments/editor/attachmentOrigins";
import { unchangedRange } from "../../../attachments/editor/unchangedRange";
import { editorsOf } from "../../../../platform/editor/lastEditor";
import { placeOf } from "../place";

/** A file as the answer would have it. */
export interface FileProposal {
  /** As the answer names it. */
  readonly path: string;
  readonly uri: vscode.Uri;
  /** Absent for a file that is created. */
  readonly document?: vscode.TextDocument;
  /** The text at the time of the review. */
  readonly original: string;
  readonly proposed: string;
}

/** What is not applied, and why. */
export interface ChangeRefusal {
  readonly path: string;
  readonly why: Reason;
}

export type Step = Exclude<FileChange, { kind: "refused" }>;

/** The file with one more change. Gives the reason for what cannot be done. */
export function withChange(
  proposal: FileProposal,
  change: Step,
  target: Target | undefined,
): FileProposal | ChangeRefusal {
  const { path } = proposal;
  const after = textAfter(proposal, change, target);
  if ("why" in after) return { path, why: after.why };
  const eol = proposal.document?.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
  return { ...proposal, proposed: after.text.replaceAll(/\r\n|\n/g, eol) };
}

type After = { readonly text: string } | { readonly why: Reason };

function textAfter(
  { document, original, proposed }: FileProposal,
  change: Step,
  target: Target | undefined,
): After {
  if (change.kind === "patch") {
    if (!document) return { why: (file) => t("{0} does not exist.", file) };
    const text = patched(proposed.replaceAll("\r\n", "\n"), change.patch);
    return text === undefined
      ? { why: (file) => t("{0} does not contain the text that the diff expects.", file) }
      : { text };
  }
  if (change.kind === "create")
    return document ? { why: (file) => t("{0} already exists.", file) } : { text: change.text };
  if (!document) return { text: withNewline(change.text) };
  if (proposed !== original)
    return { why: (file) => t("{0} is changed by the answer more than once.", file) };
  if (target?.single && isForSelection(change.text, document, target))
    return withSelection(document, target, change.text);
  return isPartial(change.text, original)
    ? { why: (file) => t("{0} seems to be shown only in part, so it was not replaced.", file) }
    : { text: original.endsWith("\n") ? withNewline(change.text) : change.text };
}

function withNewline(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** A whole file begins as the file does, which the selection does not. */
function isForSelection(text: string, document: vscode.TextDocument, target: Target): boolean {
  const begin = beginOf(text);
  return begin !== beginOf(document.getText()) || begin === beginOf(target.original);
}

function beginOf(text: string): string | undefined {
  return text.trimStart().split("\n")[0]?.trim();
}

function withSelection(document: vscode.TextDocument, target: Target, text: string): After {
  const range = unchangedRange(document, target);
  if (!range) return { why: (file) => t("{0} has changed since it was sent.", file) };
  const options = editorsOf(document)[0]?.options ?? {};
  const newline = /[\r\n]$/.test(target.original) ? withNewline(text) : text;
  const fitted = fitIndent(newline, placeOf({ document, options }, range, target));
  return { text: replaced(document, range, fitted) };
}

function replaced(document: vscode.TextDocument, range: vscode.Range, text: string): string {
  const whole = document.getText();
  return (
    whole.slice(0, document.offsetAt(range.start)) +
    text +
    whole.slice(document.offsetAt(range.end))
  );
}
