import path from "node:path";
import * as vscode from "vscode";
import type { RunningHub, BuiltInHubOptions } from "../../../src/contract/builtInHubApi";

/** One request as received by the hub. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  /** Exactly as received. */
  readonly body?: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly outcome?: "answered" | "left";
}

export interface TestHub extends RunningHub {
  readonly key: string;
  readonly canaries: Readonly<Record<string, string>>;
  journal(): readonly Seen[];
}

type Start = (options: BuiltInHubOptions) => Promise<Omit<TestHub, "key">>;

export function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension("expert-hub.expert-hub");
  if (!found) throw new Error("the extension is not here");
  return found;
}

/** The built hub as a remote one: with faults enabled, and a journal of its requests. */
export async function startHub(): Promise<TestHub> {
  const file = path.join(extension().extensionPath, "dist", "builtInHub.cjs");
  const { startBuiltInHub } = (await import(file)) as { startBuiltInHub: Start };
  const key = `KEY-CANARY-${crypto.randomUUID()}`;
  const open = vscode.workspace.workspaceFolders ?? [];
  const folders = open.map(({ name, uri }) => ({ name, path: uri.fsPath }));
  const hub = await startBuiltInHub({ key, faults: true, folders });
  return { ...hub, key };
}

/** The bodies of the questions so far. */
export function questionsTo(hub: TestHub): Record<string, unknown>[] {
  return hub
    .journal()
    .filter(({ path }) => path.endsWith("/invoke_agent"))
    .map(({ body }) => JSON.parse(body ?? "{}") as Record<string, unknown>);
}
