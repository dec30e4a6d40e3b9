import * as vscode from "vscode";
import type { Reason } from "../../core/fileChange";
import { hunksBetween, splitLines, type Hunk } from "../../core/hunk";
import { t } from "../../../../kit/l10n";
import { isShown } from "../../../attachments/editor/openEditors";
import { withoutReturns } from "./proposedFile";

const maxReloadMs = 2_000;
const stepMs = 50;

/** Why there is no document to change. */
export interface Absence {
  readonly why: Reason;
  /** Neither an editor nor the disk has it. */
  readonly isMissing?: boolean;
}

/** The document with the text that the disk has now, unless it has unsaved changes. */
export async function presentDocument(uri: vscode.Uri): Promise<vscode.TextDocument | Absence> {
  if (uri.scheme === "untitled" && !isOpenAt(uri)) return absenceOf(uri);
  if (isOpenNotebook(uri)) return { why: (file) => t("{0} is open as a notebook.", file) };
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    // VS Code learns of other programs' changes a moment later.
    if (await isDirtyOrSaved(document, maxReloadMs)) return document;
    return {
      why: (file) => t("{0} was changed on disk, and VS Code has not read it again yet.", file),
    };
  } catch {
    return absenceOf(uri);
  }
}

/** Opening an untitled document that was closed would create another one; VS Code keeps it for minutes. */
function isOpenAt(uri: vscode.Uri): boolean {
  const address = uri.toString();
  return vscode.workspace.textDocuments.some(
    (one) => one.uri.toString() === address && (one.isDirty || isShown(one)),
  );
}

/** Its text is in the cells then, and the file would be another version of them. */
function isOpenNotebook(uri: vscode.Uri): boolean {
  return vscode.workspace.notebookDocuments.some((one) => one.uri.toString() === uri.toString());
}

async function absenceOf(uri: vscode.Uri): Promise<Absence> {
  const { fs } = vscode.workspace;
  if (fs.isWritableFileSystem(uri.scheme) === undefined)
    return { why: (file) => t("{0} is no longer open.", file), isMissing: true };
  try {
    const { type } = await fs.stat(uri);
    return type & vscode.FileType.Directory
      ? { why: (file) => t("{0} is a folder.", file) }
      : { why: (file) => t("{0} cannot be opened as text.", file) };
  } catch {
    return { why: (file) => t("{0} no longer exists.", file), isMissing: true };
  }
}

/** False if a document without unsaved changes has another text than its file even after this time. */
async function isDirtyOrSaved(document: vscode.TextDocument, withinMs: number): Promise<boolean> {
  for (let left = withinMs; !document.isDirty; left -= stepMs) {
    const text = await textOnDisk(document);
    if (text === undefined || withoutReturns(document.getText()) === withoutReturns(text))
      return true;
    if (left <= 0) return false;
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
  return true;
}

/** `undefined` where there is no file. Rejects if it cannot be read. */
async function textOnDisk({
  uri,
  isUntitled,
  encoding,
}: vscode.TextDocument): Promise<string | undefined> {
  const { fs, decode } = vscode.workspace;
  if (isUntitled || fs.isWritableFileSystem(uri.scheme) === undefined) return undefined;
  return decode(await fs.readFile(uri), { encoding });
}

/** Changes the lines that differ, and no others; false for a document that cannot be changed. */
export async function writeLines(document: vscode.TextDocument, text: string): Promise<boolean> {
  const before = withoutReturns(document.getText());
  if (!(await setLines(document, text))) return false;
  if (await isDirtyOrSaved(document, stepMs * 4)) return true;
  // VS Code shows the change in a file that it will not save, as the user made it read-only.
  await setLines(document, before);
  return false;
}

/** By one edit; false if the document has another text afterwards. */
export async function setLines(document: vscode.TextDocument, text: string): Promise<boolean> {
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
