import * as vscode from "vscode";
import type { Command } from "../workbench/command";
import type { ExpertRows } from "./expertRows";

/** Opens the walkthrough, in which the steps that are already done are checked. */
export function getStarted(extensionId: string, rows: ExpertRows): Command {
  return {
    id: "expertHub.getStarted",
    async run(): Promise<void> {
      await rows.tellNeed();
      await vscode.commands.executeCommand(
        "workbench.action.openWalkthrough",
        `${extensionId}#getStarted`,
      );
    },
  };
}
