import * as vscode from "vscode";
import { gone } from "../../../platform/core/localError";
import type { LastEditor } from "../../../platform/editor/lastEditor";
import { rangeOf, type Target } from "./attachmentOrigins";
import { documentOf, goneSentence, showDocument } from "./openEditors";

/** Shows and selects the text that was asked about. Rejects with a sentence if its document is gone. */
export async function revealTarget(target: Target, lastEditor: LastEditor): Promise<void> {
  const document = await documentOf(target);
  const { editor } = (document && (await showDocument(document, lastEditor))) ?? {};
  if (!document || !editor) throw gone(goneSentence(target));
  select(editor, rangeOf(document, target));
}

export function select(editor: vscode.TextEditor, { start, end }: vscode.Range): void {
  editor.selection = new vscode.Selection(start, end);
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
