import { readdirSync } from "node:fs";
import path from "node:path";
import type * as vscode from "vscode";
import { Owner } from "../../../kit/disposable";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { DiskFiles } from "../../../platform/editor/diskFiles";
import type { PolicyFile } from "../../../policy/policyFile";
import { deleteExpired } from "../core/savedConversations";

interface RetentionParts {
  readonly context: Pick<vscode.ExtensionContext, "globalStorageUri" | "storageUri">;
  readonly policy: Pick<PolicyFile, "current" | "onDidChange">;
}

const hourMs = 3_600_000;

/** Deletes the conversations of all workspaces once they are as old as the policy says. */
export class Retention extends Owner {
  readonly #parts: RetentionParts;

  constructor(parts: RetentionParts) {
    super();
    this.#parts = parts;
    const run = () => fireAndForget(() => this.run());
    run();
    const timer = setInterval(run, hourMs).unref();
    this.register({ dispose: () => clearInterval(timer) });
    this.register(parts.policy.onDidChange(run));
  }

  /** Rejects with the system's error. */
  async run(): Promise<void> {
    const { context, policy } = this.#parts;
    const { historyDays } = policy.current;
    if (historyDays === undefined) return;
    for (const folder of storageFolders(context))
      await deleteExpired(
        new DiskFiles(path.join(folder, "conversations")),
        historyDays,
        Date.now(),
      );
  }
}

/** What VS Code gave this extension in each workspace, and where there was none. */
function storageFolders({ globalStorageUri, storageUri }: RetentionParts["context"]): string[] {
  const outside = globalStorageUri.fsPath;
  const workspaces = storageUri
    ? path.dirname(path.dirname(storageUri.fsPath))
    : path.join(outside, "..", "..", "workspaceStorage");
  const extension = path.basename(outside);
  return [outside, ...namesIn(workspaces).map((name) => path.join(workspaces, name, extension))];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
