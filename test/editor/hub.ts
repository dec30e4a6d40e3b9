import path from "node:path";
import * as vscode from "vscode";
import type { LocalHub, StartLocalHub } from "../../src/app/localHub";

/** One request as the hub saw it. */
export interface Seen {
  method: string;
  path: string;
  body?: Record<string, unknown>;
}

export interface TestHub extends LocalHub {
  readonly key: string;
  journal(): Promise<Seen[]>;
}

export function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension("expert-hub.expert-hub");
  if (!found) throw new Error("the extension is not here");
  return found;
}

/** The built local hub as a remote one: faults on, and a journal of what it was asked. */
export async function startHub(): Promise<TestHub> {
  const file = path.join(extension().extensionPath, "dist", "localHub.cjs");
  const { startLocalHub } = (await import(file)) as { startLocalHub: StartLocalHub };
  const key = `KEY-CANARY-${crypto.randomUUID()}`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const hub = await startLocalHub({ key, faults: true, ...(folder !== undefined && { folder }) });
  return {
    baseUrl: hub.baseUrl,
    expertIds: hub.expertIds,
    key,
    close: () => hub.close(),
    journal: async () => {
      const answer = await fetch(`${hub.baseUrl}/_journal`, { headers: { "svc-api-key": key } });
      return (await answer.json()) as Seen[];
    },
  };
}
