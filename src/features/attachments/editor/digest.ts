import { createHash } from "node:crypto";
import type * as vscode from "vscode";

/** Equal for documents with the same text. */
export function digestOf(document: vscode.TextDocument): string {
  return createHash("sha256").update(document.getText()).digest("base64");
}
