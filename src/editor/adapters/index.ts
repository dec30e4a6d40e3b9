import path from "node:path";
import type * as vscode from "vscode";
import type { ConversationFiles, Store } from "../../app/ports";
import { DiskFiles } from "./diskFiles";
import { MementoStore } from "./mementoStore";

/** Where the features keep what outlives the window. */
export interface Storage {
  readonly userStore: Store;
  readonly workspaceStore: Store;
  readonly conversationFiles: ConversationFiles;
}

export function buildStorage(context: vscode.ExtensionContext): Storage {
  const { fsPath } = context.storageUri ?? context.globalStorageUri;
  return {
    userStore: new MementoStore(context.globalState),
    workspaceStore: new MementoStore(context.workspaceState),
    conversationFiles: new DiskFiles(path.join(fsPath, "conversations")),
  };
}
