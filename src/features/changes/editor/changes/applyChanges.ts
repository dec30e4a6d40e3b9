import * as vscode from "vscode";
import type { Reason } from "../../core/answerChanges";
import { replacementOf } from "../../core/introduced";
import { t } from "../../../../kit/l10n";
import type { FileProposal, ChangeRefusal } from "./fileProposal";
import type { Proposals } from "./proposals";
import { workspaceFile } from "./workspaceFile";

/** The proposals that are still possible: the user may have gone on working. */
export async function stillPossible({ files, refusals }: Proposals): Promise<Proposals> {
  const checked = await Promise.all(
    files.map(async (file) => ({ file, why: await staleness(file) })),
  );
  return {
    files: checked.flatMap(({ file, why }) => (why === undefined ? [file] : [])),
    refusals: [
      ...refusals,
      ...checked.flatMap(({ file: { path }, why }) => (why === undefined ? [] : [{ path, why }])),
    ],
  };
}

async function staleness({
  uri,
  path,
  document,
  original,
}: FileProposal): Promise<Reason | undefined> {
  if (document)
    return !document.isClosed && document.getText() === original
      ? undefined
      : await reopenedStaleness(uri, original);
  const found = await workspaceFile(path);
  if ("why" in found) return found.why;
  return found.exists
    ? (file) => t("{0} was created since the review was opened.", file)
    : undefined;
}

/** VS Code closes documents that no editor shows. */
async function reopenedStaleness(uri: vscode.Uri, original: string): Promise<Reason | undefined> {
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    return document.getText() === original
      ? undefined
      : (file) => t("{0} changed since the review was opened.", file);
  } catch {
    return (file) => t("{0} no longer exists.", file);
  }
}

/** What happened to each of several changes. */
export interface Applied {
  readonly done: readonly FileProposal[];
  readonly failed: readonly ChangeRefusal[];
}

/** Applies each change by an edit of its own, so that one undo restores one file. */
export async function applyChanges(files: readonly FileProposal[]): Promise<Applied> {
  const done: FileProposal[] = [];
  const failed: ChangeRefusal[] = [];
  for (const file of files)
    if (await applied(file)) done.push(file);
    else failed.push({ path: file.path, why: (name) => t("{0} cannot be changed.", name) });
  return { done, failed };
}

/** Takes applied changes back. */
export async function revertChanges(files: readonly FileProposal[]): Promise<void> {
  for (const file of files) {
    const { uri, document, original, proposed } = file;
    const deletion = new vscode.WorkspaceEdit();
    deletion.deleteFile(uri);
    if (document) await applied({ ...file, original: proposed, proposed: original });
    else await vscode.workspace.applyEdit(deletion);
  }
}

async function applied({ uri, document, original, proposed }: FileProposal): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  if (!document) {
    edit.createFile(uri, { contents: Buffer.from(proposed) });
    return vscode.workspace.applyEdit(edit);
  }
  const current = await vscode.workspace.openTextDocument(uri);
  if (current.getText() !== original) return false;
  const { start, end, text } = replacementOf(original, proposed);
  const range = new vscode.Range(current.positionAt(start), current.positionAt(end));
  edit.replace(uri, range, text);
  // VS Code also reports success for a read-only document.
  return (await vscode.workspace.applyEdit(edit)) && current.getText() === proposed;
}
