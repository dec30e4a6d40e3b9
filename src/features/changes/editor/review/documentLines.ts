import * as vscode from "vscode";
import { hunksBetween, splitLines, type Hunk } from "../../core/hunk";
import { withoutReturns } from "./proposedFile";

/** The document with the text that the disk has now, unless it has unsaved changes. */
export async function presentDocument(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    // VS Code learns of other programs' changes a moment later.
    await isDirtyOrSaved(document, maxReloadMs);
    return document;
  } catch {
    return undefined;
  }
}

const maxReloadMs = 2_000;
const stepMs = 50;

/** False if a document without unsaved changes has another text than its file even after this time. */
async function isDirtyOrSaved(document: vscode.TextDocument, withinMs: number): Promise<boolean> {
  const { fs, decode } = vscode.workspace;
  const { uri, isUntitled } = document;
  if (isUntitled || fs.isWritableFileSystem(uri.scheme) === undefined) return true;
  for (let left = withinMs; !document.isDirty; left -= stepMs) {
    const text = await decode(await fs.readFile(uri), { uri });
    if (withoutReturns(document.getText()) === withoutReturns(text)) return true;
    if (left <= 0) return false;
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
  return true;
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

async function setLines(document: vscode.TextDocument, text: string): Promise<boolean> {
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
