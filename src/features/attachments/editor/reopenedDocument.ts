import * as vscode from "vscode";
import type { Target, TrackedTarget } from "./attachmentOrigins";
import { unchangedRange } from "./unchangedRange";

/**
 * The document of a question from before this window was loaded. If the text has moved within it,
 * the target follows, unless the text occurs more than once.
 */
export async function reopenedDocument(target: Target): Promise<vscode.TextDocument | undefined> {
  const document = await opened(target.uri);
  if (!document) return undefined;
  const isFound = unchangedRange(document, target) !== undefined;
  if (isFound) Object.assign<TrackedTarget, Partial<Target>>(target, { document });
  // Another untitled document may have taken its name.
  return isFound || !document.isUntitled ? document : undefined;
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
