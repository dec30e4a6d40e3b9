import type * as vscode from "vscode";
import { placeOfText, type TextRange } from "../../conversation/core/textRange";
import { rangeOf, type Ranges, type Target, type TrackedTarget } from "./attachmentOrigins";
import { digestOf } from "./openDocuments";

/**
 * The range of the text that was sent, which the target follows if an edit has lost it; `undefined`
 * if the text is not there, or at several places.
 */
export function unchangedRange(
  document: vscode.TextDocument,
  target: Target,
): vscode.Range | undefined {
  if (document.getText(rangeOf(document, target)) !== target.original) {
    const range = foundRange(document, target);
    if (!range) return undefined;
    Object.assign<TrackedTarget, Partial<Target>>(target, { range });
  }
  return rangeOf(document, target);
}

function foundRange(document: vscode.TextDocument, target: Target): TextRange | undefined {
  const { original, range, single } = target;
  return (
    (single ? attachedRanges(document, target)?.range : undefined) ??
    placeOfText(original, document.getText(), range)
  );
}

/** Where the text was attached from, if the document is as it was then. */
export function attachedRanges(
  document: vscode.TextDocument,
  { attachedFrom }: Target,
): Ranges | undefined {
  return attachedFrom?.digest === digestOf(document) ? attachedFrom.at : undefined;
}
