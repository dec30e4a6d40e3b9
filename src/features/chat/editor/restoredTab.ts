import type * as vscode from "vscode";

/** False once it is closed, which VS Code reveals only by throwing. */
export function isThere(panel: vscode.WebviewPanel): boolean {
  try {
    return panel.viewType !== "";
  } catch {
    return false;
  }
}

/** The saved state may come from another version. */
export function conversationIdIn(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null) return undefined;
  const { conversationId } = state as Record<string, unknown>;
  return typeof conversationId === "string" ? conversationId : undefined;
}
