import * as vscode from "vscode";
import { AbilityNode, ExpertNode, ModelNode } from "./nodes";
import type { Command } from "../../../platform/editor/command";

export function copyId(): Command {
  return {
    id: "expertHub.copyId",
    async run(node?: unknown): Promise<void> {
      if (node instanceof ExpertNode || node instanceof AbilityNode || node instanceof ModelNode) {
        await vscode.env.clipboard.writeText(String(node.id));
      }
    },
  };
}
