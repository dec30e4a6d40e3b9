import * as vscode from "vscode";
import { t } from "../../kit/l10n";
import type { Command } from "../workbench/command";
import { modelVendor, section } from "../workbench/manifest";
import { fireAndForget } from "../../kit/unexpectedErrors";

/** Offers the experts in VS Code's chat from now on. */
export function turnOnChat(): Command {
  return {
    id: "expertHub.turnOnChat",
    async run(): Promise<void> {
      await set(true);
      fireAndForget(invite);
    },
  };
}

/** No longer offers the experts in VS Code's chat. */
export function turnOffChat(): Command {
  return { id: "expertHub.turnOffChat", run: () => set(undefined) };
}

async function set(enabled: true | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration(section)
    .update("chat.enabled", enabled, vscode.ConfigurationTarget.Global);
}

async function invite(): Promise<void> {
  const open = t("Open Chat");
  const chosen = await vscode.window.showInformationMessage(
    t("Experts are now offered in VS Code's chat. Begin a message with @expert to ask one."),
    open,
  );
  if (chosen === open)
    await vscode.commands.executeCommand("workbench.action.chat.open", {
      query: "@expert ",
      isPartialQuery: true,
      ...(await modeFor()),
    });
}

/**
 * VS Code calls a participant only with a language model. If ours are the only ones, that is possible
 * in the mode without tools alone.
 */
async function modeFor(): Promise<object> {
  const models = await vscode.lm.selectChatModels({});
  return models.some(({ vendor }) => vendor !== modelVendor) ? {} : { mode: "ask" };
}
