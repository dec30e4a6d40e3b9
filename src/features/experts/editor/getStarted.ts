import * as vscode from "vscode";
import type { Command } from "../../../platform/editor/command";
import { setContext } from "../../../platform/editor/contextKeys";
import type { ExpertRows } from "./expertRows";

/**
 * Opens the walkthrough, and checks the steps that are already done: VS Code checks a step only if
 * its context changes after the walkthrough was first shown.
 */
export function getStarted(extensionId: string, rows: ExpertRows): Command {
  return {
    id: "expertHub.getStarted",
    async run(): Promise<void> {
      await rows.tellNeed();
      await vscode.commands.executeCommand(
        "workbench.action.openWalkthrough",
        `${extensionId}#getStarted`,
      );
      await setContext("expertHub.gotStarted", true);
    },
  };
}
