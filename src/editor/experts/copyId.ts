import * as vscode from "vscode";
import { AbilityNode, ExpertNode, ModelNode } from "./nodes";
import type { Command } from "../workbench/command";

export class CopyId implements Command {
  readonly id = "expertHub.copyId";

  async run(node?: unknown): Promise<void> {
    if (node instanceof ExpertNode || node instanceof AbilityNode || node instanceof ModelNode) {
      await vscode.env.clipboard.writeText(String(node.id));
    }
  }
}
