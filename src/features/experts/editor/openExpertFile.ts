import * as vscode from "vscode";
import type { FileExperts } from "../core/fileExperts";
import type { Command } from "../../../platform/editor/command";
import { ExpertNode } from "./nodes";

/** Opens the file that an expert stands in. */
export function openExpertFile(fileExperts: FileExperts): Command {
  return {
    id: "expertHub.openExpertFile",
    async run(node?: unknown): Promise<void> {
      const file = node instanceof ExpertNode ? fileExperts.fileOf(node.id) : undefined;
      if (file !== undefined) await vscode.window.showTextDocument(vscode.Uri.file(file));
    },
  };
}
