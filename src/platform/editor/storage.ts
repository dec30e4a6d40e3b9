import { existsSync } from "node:fs";
import path from "node:path";
import type * as vscode from "vscode";
import type { ConversationFiles, Store } from "../core/ports";
import { DiskFiles } from "./diskFiles";

/** VS Code's Memento storage of a workspace. Nothing in it is synchronised. */
class MementoStore implements Store {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  get(key: string): unknown {
    return this.#memento.get(key);
  }

  async set(key: string, value: unknown): Promise<void> {
    await this.#memento.update(key, value);
  }
}

/** Where the features keep what outlives the window, for each workspace. */
interface Storage {
  readonly workspaceStore: Store;
  readonly conversationFiles: ConversationFiles;
  /** The folder for what can be undone. */
  readonly undoFolder: string;
}

export function buildStorage(context: vscode.ExtensionContext): Storage {
  const { fsPath } = context.storageUri ?? context.globalStorageUri;
  const folder = sharedFolder(fsPath);
  return {
    workspaceStore: new MementoStore(context.workspaceState),
    conversationFiles: new DiskFiles(path.join(folder, "conversations")),
    undoFolder: path.join(folder, "undo"),
  };
}

/**
 * The folder for what all windows on a workspace share. On a server, VS Code gives each window a
 * folder of its own, and whichever opens first gets the one without a number.
 */
export function sharedFolder(storage: string): string {
  const [extension, workspace] = [path.basename(storage), path.dirname(storage)];
  const first = workspace.replace(/(?<=[^/\\])-[1-9]$/, "");
  // Only VS Code's own numbering is followed, not a name that happens to end like that.
  return first !== workspace && existsSync(first) ? path.join(first, extension) : storage;
}
