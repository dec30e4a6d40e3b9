import * as vscode from "vscode";
import type { ContextKeys } from "./manifest";

export async function setContext<K extends keyof ContextKeys>(
  key: K,
  value: ContextKeys[K],
): Promise<void> {
  await vscode.commands.executeCommand("setContext", key, value);
}
