import * as vscode from "vscode";
import { fileName } from "./selection";
import { plainText } from "../workbench/plainText";
import { confirm } from "../workbench/confirm";

/** A file that the user excluded is attached only after confirmation. */
export async function mayAttach(
  document: vscode.TextDocument,
  globs: readonly string[],
): Promise<boolean> {
  if (!globs.some((glob) => isExcluded(document, glob))) return true;
  const name = plainText(fileName(document), 60);
  return confirm(`${name} is excluded from questions. Attach its text?`, {
    detail: "It matches the setting expertHub.exclude.",
    yes: "Attach Anyway",
    no: "Do Not Attach",
  });
}

/** A glob that does not start with `**` or `/` is relative to a workspace folder. */
function isExcluded(document: vscode.TextDocument, glob: string): boolean {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return [glob, ...folders.map((folder) => new vscode.RelativePattern(folder, glob))].some(
    (pattern) => vscode.languages.match({ pattern }, document) > 0,
  );
}

/** The same for a file that is not open. */
export function isExcludedFile(uri: vscode.Uri, globs: readonly string[]): boolean {
  return globs.some((glob) => isExcluded({ uri, languageId: "" } as vscode.TextDocument, glob));
}
