import * as vscode from "vscode";
import { leavesOut } from "../../core/incomplete";
import {
  rangeOf,
  type Target,
  unchangedRange,
} from "../../../attachments/editor/attachmentOrigins";
import { fileName } from "../../../attachments/editor/selection";
import { editsTo } from "./documentLines";
import { withoutReturns, type ProposedFile } from "./proposedFile";
import { standsForWhole, withSelection } from "./targetText";

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
