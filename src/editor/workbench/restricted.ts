import * as vscode from "vscode";
import type { LocalFolder } from "../../app/connection/builtInHubApi";
import type { Question } from "../../app/conversation/question";
import { HubError } from "../../hub/errors";

/** What Restricted Mode takes away, as the views say it. */
export const restrictedWords =
  "Restricted Mode: settings and recommendations of this workspace are ignored, and no tool reads its files.";

/** The folders on this disk that tools may search: none before they are trusted. */
export function trustedFolders(): LocalFolder[] {
  const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
  return folders
    .filter(({ uri }) => uri.scheme === "file")
    .map(({ name, uri }) => ({ name, path: uri.fsPath }));
}

/** Throws where a question would let a tool reach into a workspace that is not trusted. */
export function expectTrust({ tools }: Pick<Question, "tools">): void {
  if (tools?.workspace_connector !== true || vscode.workspace.isTrusted) return;
  throw new HubError(
    "invalid-request",
    "The workspace connector is off in Restricted Mode. Switch it off for this question, or trust the workspace.",
  );
}
