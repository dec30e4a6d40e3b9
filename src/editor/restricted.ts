import * as vscode from "vscode";
import type { Question } from "../app/question";
import { HubError } from "../hub/errors";

/** What Restricted Mode takes away, as the views say it. */
export const restrictedWords =
  "Restricted Mode: settings and recommendations of this workspace are ignored, and no tool reads its files.";

/** The folder that tools may search: none before it is trusted. */
export function trustedFolder(): string | undefined {
  return vscode.workspace.isTrusted
    ? vscode.workspace.workspaceFolders?.[0]?.uri.fsPath
    : undefined;
}

/** Throws where a question would let a tool reach into a workspace that is not trusted. */
export function expectTrust({ tools }: Pick<Question, "tools">): void {
  if (tools?.workspace_connector !== true || vscode.workspace.isTrusted) return;
  throw new HubError(
    "invalid-request",
    "The workspace connector is off in Restricted Mode. Switch it off for this question, or trust the workspace.",
  );
}
