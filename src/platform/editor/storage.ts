import path from "node:path";
import type * as vscode from "vscode";
import type { ConversationFiles, WorkspaceStore } from "../core/ports";
import { DiskFiles } from "./diskFiles";
import { MementoStore } from "./mementoStore";
import { gatherConversations, sharedFolder } from "./sharedFolder";

/** Where the features keep what outlives the window, for each workspace. */
export interface Storage {
  readonly workspaceStore: WorkspaceStore;
  readonly conversationFiles: ConversationFiles;
}

export function buildStorage(context: vscode.ExtensionContext): Storage {
  const { fsPath } = context.storageUri ?? context.globalStorageUri;
  gatherConversations(fsPath);
  return {
    workspaceStore: new MementoStore(context.workspaceState),
    conversationFiles: new DiskFiles(path.join(sharedFolder(fsPath), "conversations")),
  };
}
