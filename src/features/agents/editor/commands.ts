import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/commands";
import { modelVendor, section } from "../../../platform/editor/manifest";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { Mcp } from "./mcp";

const mcpIds = [
  "expertHub.copyMcpConfiguration",
  "expertHub.newMcpToken",
  "expertHub.turnOffMcpServer",
  "expertHub.turnOnMcpServer",
] as const;

/** Whether VS Code's chat offers the experts, and the MCP server, which the first of its commands loads. */
export function agentCommands(mcp: () => Promise<Mcp>): Command[] {
  return [
    {
      id: "expertHub.turnOnChat",
      async run(): Promise<void> {
        await set(true);
        fireAndForget(invite);
      },
    },
    { id: "expertHub.turnOffChat", run: () => set(undefined) },
    ...mcpIds.map((id) => ({
      id,
      run: async () => {
        const { commands } = await mcp();
        await commands.find((command) => command.id === id)?.run();
      },
    })),
  ];
}

async function set(enabled: true | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration(section)
    .update("chat.enabled", enabled, vscode.ConfigurationTarget.Global);
}

async function invite(): Promise<void> {
  const chatIsOff = "chat.disableAIFeatures";
  if (vscode.workspace.getConfiguration().get(chatIsOff) === true) {
    const change = t("Open Settings");
    const chosen = await vscode.window.showWarningMessage(
      t(
        "VS Code's chat is turned off by the setting {0}, so experts cannot be asked there.",
        chatIsOff,
      ),
      change,
    );
    if (chosen === change)
      await vscode.commands.executeCommand("workbench.action.openSettings", chatIsOff);
    return;
  }
  const open = t("Open Chat");
  const manage = t("Manage Language Models");
  const isOnly = !(await hasOtherModels());
  const chosen = await vscode.window.showInformationMessage(
    isOnly
      ? t(
          "Experts are now offered in VS Code's chat. As VS Code has no other language model, choose the mode Ask there, and begin a message with @expert. Other modes need a model that calls tools.",
        )
      : t("Experts are now offered in VS Code's chat. Begin a message with @expert to ask one."),
    open,
    ...(isOnly ? [manage] : []),
  );
  if (chosen === manage) await vscode.commands.executeCommand("workbench.action.chat.manage");
  if (chosen === open)
    await vscode.commands.executeCommand("workbench.action.chat.open", {
      query: "@expert ",
      isPartialQuery: true,
      // VS Code calls a participant only with a model, and ours are offered in this mode alone.
      ...(!(await hasOtherModels()) && { mode: "ask" }),
    });
}

async function hasOtherModels(): Promise<boolean> {
  const models = await vscode.lm.selectChatModels({});
  return models.some(({ vendor }) => vendor !== modelVendor);
}
