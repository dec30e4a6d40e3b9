import * as vscode from "vscode";
import { t } from "../../../../kit/l10n";
import { plainText } from "../../../../platform/editor/plainText";
import { isShown } from "../../../attachments/editor/openEditors";
import type { Reason } from "../../core/fileChange";
import { byFile, textBefore } from "../../core/undo";
import type { AnswerChanges } from "./appliedChanges";
import type { AppliedFile } from "./applyReview";
import { presentDocument, writeLines } from "./documentLines";
import { withoutReturns } from "./proposedFile";

/** What undoing the changes of a file would do to it, or has done. */
export interface FileUndo {
  /** In order; never empty. */
  readonly changes: readonly AppliedFile[];
  readonly uri: vscode.Uri;
  /** As VS Code names it. */
  readonly name: string;
  /** When it was last changed. */
  readonly at: number;
  readonly isCreated: boolean;
  /** It is as before already. */
  readonly isOver?: boolean;
  /** Why it stays as it is. */
  readonly why?: Reason;
}

interface Look extends FileUndo {
  readonly document?: vscode.TextDocument;
  readonly text?: string;
}

/** What undoing these changes would do now, file by file. */
export function lookAtFiles(changes: readonly AppliedFile[]): Promise<FileUndo[]> {
  return Promise.all(byFile(changes).map(look));
}

/** Takes these changes of an answer back, file by file, where nothing else has changed a file since. */
export async function undoNow(
  files: readonly AppliedFile[],
  changes: AnswerChanges,
): Promise<FileUndo[]> {
  const results: FileUndo[] = [];
  for (const ofFile of byFile(files)) {
    const result = await undoFile(ofFile);
    results.push(result);
    if (!result.why) changes.drop(ofFile);
  }
  return results;
}

/** Which files were left as they are, and why; empty if none was. */
export function leftInWords(results: readonly FileUndo[]): string {
  const left = results.filter(({ why }) => why !== undefined);
  const changed = left.filter(({ why }) => why === isChanged);
  const sentences = left.flatMap(({ why, name }) => (why && why !== isChanged ? [why(name)] : []));
  if (changed.length > 0) {
    const names = changed.map(({ name }) => name).join(", ");
    sentences.unshift(t("Not undone, because the text has changed since: {0}", names));
  }
  return sentences.join(" ");
}

const isChanged: Reason = (file) => t("{0} has changed since.", file);

async function look(changes: readonly AppliedFile[]): Promise<Look> {
  const { uri, isCreated } = changes[0]!;
  const name = plainText(vscode.workspace.asRelativePath(uri), 60);
  const undo = { changes, uri, name, isCreated, at: changes.at(-1)!.at };
  const document = await documentAt(uri);
  if (!document)
    return isCreated || uri.scheme === "untitled"
      ? { ...undo, isOver: true }
      : { ...undo, why: (file) => t("{0} no longer exists.", file) };
  const present = withoutReturns(document.getText());
  const text = textBefore(changes, present);
  if (text === undefined) return { ...undo, why: isChanged };
  if (text === present && !isCreated) return { ...undo, isOver: true };
  return { ...undo, document, text };
}

/** Opening an untitled document that was closed would create another one; VS Code keeps it for minutes. */
async function documentAt(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  if (uri.scheme !== "untitled") return presentDocument(uri);
  const address = uri.toString();
  return vscode.workspace.textDocuments.find(
    (one) => one.uri.toString() === address && isShown(one),
  );
}

async function undoFile(changes: readonly AppliedFile[]): Promise<FileUndo> {
  const { document, text, ...undo } = await look(changes);
  if (!document || text === undefined) return undo;
  const isDone = await (undo.isCreated ? remove(document) : writeLines(document, text));
  return isDone ? undo : { ...undo, why: (file) => t("{0} cannot be changed.", file) };
}

async function remove(document: vscode.TextDocument): Promise<boolean> {
  const { uri } = document;
  if (document.isUntitled) {
    // VS Code asks before it closes one that contains something.
    if (!(await writeLines(document, ""))) return false;
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    return vscode.window.tabGroups.close(
      tabs.filter(
        ({ input }) =>
          input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
      ),
    );
  }
  const deletion = new vscode.WorkspaceEdit();
  deletion.deleteFile(uri);
  return vscode.workspace.applyEdit(deletion);
}
