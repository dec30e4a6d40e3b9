import * as vscode from "vscode";
import type { Reason } from "../../core/fileChange";
import { hunksBetween, splitLines, type Hunk } from "../../core/hunk";
import { outcomeOf } from "../../core/merge";
import { t } from "../../../../kit/l10n";
import { withoutReturns } from "./proposedFile";
import type { ReviewedFile } from "./reviewedFile";
import { workspaceFileAt } from "./workspaceFile";

/** A file that was changed, with its text of before and after. */
export interface AppliedFile {
  readonly uri: vscode.Uri;
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly isCreated: boolean;
}

/** What became of one file of a review. */
export interface FileOutcome {
  readonly done?: AppliedFile;
  /** How many hunks were applied. */
  readonly hunks: number;
  /** Why hunks, or the whole file, stay in the review. */
  readonly why?: Reason;
}

/** Puts the text of a review into a document; false if it cannot be changed. */
export type Write = (document: vscode.TextDocument, text: string) => Promise<boolean>;

/** Applies what is on the right side to the file as it is now, by one edit. */
export async function applyFile(reviewed: ReviewedFile, write: Write): Promise<FileOutcome> {
  const { uri, path, document } = reviewed.file;
  const { version } = reviewed;
  if (version.base === version.proposed && !document) return { hunks: 0 };
  if (!document) return create(reviewed, version.proposed);
  const present = await presentDocument(uri);
  if (!present) return { hunks: 0, why: (file) => t("{0} no longer exists.", file) };
  const before = withoutReturns(present.getText());
  const { text, applied, stale } = outcomeOf(version, before);
  if (text !== before && !(await write(present, text)))
    return { hunks: 0, why: (file) => t("{0} cannot be changed.", file) };
  const after = withoutReturns(present.getText());
  if (stale.length > 0) reviewed.startFrom(after);
  return {
    hunks: applied.length,
    ...(text !== before && { done: { uri, path, before, after, isCreated: false } }),
    ...(stale.length > 0 && { why: isStale }),
  };
}

const isStale: Reason = (file) => t("{0} changed at this place since the review was opened.", file);

async function create(reviewed: ReviewedFile, text: string): Promise<FileOutcome> {
  const { uri, path } = reviewed.file;
  const found = await workspaceFileAt(uri);
  if ("why" in found) return { hunks: 0, why: found.why };
  if (found.exists)
    return { hunks: 0, why: (file) => t("{0} was created since the review was opened.", file) };
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { contents: Buffer.from(text) });
  return (await vscode.workspace.applyEdit(edit))
    ? { hunks: 1, done: { uri, path, before: "", after: text, isCreated: true } }
    : { hunks: 0, why: (file) => t("{0} cannot be changed.", file) };
}

/** The document with the text that the disk has now, unless it has unsaved changes. */
export async function presentDocument(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  const { fs, decode } = vscode.workspace;
  const isFile = fs.isWritableFileSystem(uri.scheme) !== undefined;
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    if (!isFile || document.isDirty || document.isUntitled) return document;
    // VS Code learns of other programs' changes a moment later.
    const text = withoutReturns(await decode(await fs.readFile(uri), { uri }));
    const isRead = () => document.isDirty || withoutReturns(document.getText()) === text;
    for (let tries = 0; tries < 40 && !isRead(); tries++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return document;
  } catch {
    return undefined;
  }
}

/** Changes the lines that differ, and no others. */
export async function writeLines(document: vscode.TextDocument, text: string): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  edit.set(document.uri, editsTo(document, text));
  // VS Code also reports success for a read-only document.
  return (await vscode.workspace.applyEdit(edit)) && withoutReturns(document.getText()) === text;
}

export function editsTo(document: vscode.TextDocument, text: string): vscode.TextEdit[] {
  const eol = document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
  const lines = splitLines(withoutReturns(document.getText()));
  return hunksBetween(lines, splitLines(text)).map((hunk) => editOf(hunk, lines, eol));
}

/** The line end in front belongs to the last line, and the one behind to any other. */
function editOf({ start, old, now }: Hunk, lines: readonly string[], eol: string): vscode.TextEdit {
  const end = start + old.length;
  const lastLine = lines.length - 1;
  const behind = new vscode.Position(lastLine, lines[lastLine]!.length);
  if (end < lines.length)
    return new vscode.TextEdit(
      new vscode.Range(start, 0, end, 0),
      now.map((line) => line + eol).join(""),
    );
  if (start === 0)
    return new vscode.TextEdit(new vscode.Range(new vscode.Position(0, 0), behind), now.join(eol));
  const from = new vscode.Position(start - 1, lines[start - 1]!.length);
  return new vscode.TextEdit(
    new vscode.Range(from, behind),
    now.map((line) => eol + line).join(""),
  );
}

/** Takes changes back where nothing else has changed the files since; gives the others. */
export async function undoAll(files: readonly AppliedFile[]): Promise<AppliedFile[]> {
  const left: AppliedFile[] = [];
  for (const file of files) if (!(await undone(file))) left.push(file);
  return left;
}

async function undone({ uri, before, after, isCreated }: AppliedFile): Promise<boolean> {
  const document = await presentDocument(uri);
  if (!document || withoutReturns(document.getText()) !== withoutReturns(after)) return false;
  if (!isCreated) return writeLines(document, before);
  const deletion = new vscode.WorkspaceEdit();
  deletion.deleteFile(uri);
  return vscode.workspace.applyEdit(deletion);
}
