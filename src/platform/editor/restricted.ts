import * as vscode from "vscode";
import type { LocalFolder } from "../../contract/builtInHubApi";
import { t } from "../../kit/l10n";

/** What is unavailable in Restricted Mode, as the views put it. */
export const restrictedWords = t(
  "Restricted Mode: settings and recommendations of this workspace are ignored, and no tool reads its files.",
);

/** False in Restricted Mode. */
export const isTrusted = (): boolean => vscode.workspace.isTrusted;

/** The folders on this disk that tools may search: none in an untrusted workspace. */
export function trustedFolders(): LocalFolder[] {
  const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
  return folders
    .filter(({ uri }) => uri.scheme === "file")
    .map(({ name, uri }) => ({ name, path: uri.fsPath }));
}
