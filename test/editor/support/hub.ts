import path from "node:path";
import * as vscode from "vscode";
import type { BuiltInHubModule } from "../../../src/contract/builtInHubApi";
import { withFaults, type HubWithFaults } from "../../support/faults/faults";

export interface TestHub extends HubWithFaults {
  readonly key: string;
}

export function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension("expert-hub.expert-hub");
  if (!found) throw new Error("the extension is not here");
  return found;
}

/** The built hub as a remote one: with faults, and a journal of its requests. */
export async function startHub(): Promise<TestHub> {
  const file = path.join(extension().extensionPath, "dist", "builtInHub.cjs");
  const { startBuiltInHub } = (await import(file)) as BuiltInHubModule;
  const key = `KEY-CANARY-${crypto.randomUUID()}`;
  const open = vscode.workspace.workspaceFolders ?? [];
  const folders = open.map(({ name, uri }) => ({ name, path: uri.fsPath }));
  const hub = await withFaults(startBuiltInHub, { key, folders });
  return { ...hub, key };
}

/** The bodies of the questions so far. */
export function questionsTo(hub: TestHub): Record<string, unknown>[] {
  return hub
    .journal()
    .filter(({ path }) => path.endsWith("/invoke_agent"))
    .map(({ body }) => JSON.parse(body ?? "{}") as Record<string, unknown>);
}
