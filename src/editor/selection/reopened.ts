import * as vscode from "vscode";
import { onlyPlaceOf } from "../../app/insertion/textRange";
import { rangeOf, type Target, type TrackedTarget } from "./attachmentOrigins";

/**
 * The document of a question from before this window was loaded. If the text has moved within it,
 * the target follows, unless the text occurs more than once.
 */
export async function reopened(target: Target): Promise<vscode.TextDocument | undefined> {
  const document = await opened(target.uri);
  if (!document) return undefined;
  const isFound = document.getText(rangeOf(document, target)) === target.original;
  const range = isFound ? target.range : onlyPlaceOf(target.original, document.getText());
  if (range) Object.assign<TrackedTarget, Partial<Target>>(target, { document, range });
  // Another untitled document may have taken its name.
  return range || !document.isUntitled ? document : undefined;
}

async function opened(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  if (uri.scheme === "untitled")
    return vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  // A saved conversation may name any scheme: only files are opened.
  if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) === undefined) return undefined;
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}
