import * as vscode from "vscode";
import { t } from "../../../../kit/l10n";
import type { ServerAddress } from "./runningServer";
import type { Command } from "../../../../platform/editor/commands";
import type { Notify } from "../../../../platform/editor/notify";
import { section } from "../../../../platform/editor/manifest";

/** In the user's own settings: a workspace does not decide about it. */
async function save(isOn: boolean): Promise<void> {
  await vscode.workspace
    .getConfiguration(section)
    .update("mcpServer.enabled", isOn ? true : undefined, vscode.ConfigurationTarget.Global);
}

export function turnOn(
  offered: () => Promise<ServerAddress | undefined>,
  notify: Pick<Notify, "announce">,
): Command {
  return {
    id: "expertHub.turnOnMcpServer",
    async run(): Promise<void> {
      await save(true);
      const server = await offered();
      if (server) void report(server, notify);
    },
  };
}

export function turnOff(follow: () => Promise<unknown>): Command {
  return {
    id: "expertHub.turnOffMcpServer",
    async run(): Promise<void> {
      await save(false);
      await follow();
    },
  };
}

async function report({ port }: ServerAddress, notify: Pick<Notify, "announce">): Promise<void> {
  const copy = t("Copy MCP Configuration");
  const off = t("Turn Off");
  const chosen = await notify.announce(
    t("The MCP server of Expert Hub is running on port {0}.", String(port)),
    [copy, off],
  );
  if (chosen === copy) await vscode.commands.executeCommand("expertHub.copyMcpConfiguration");
  if (chosen === off) await vscode.commands.executeCommand("expertHub.turnOffMcpServer");
}
