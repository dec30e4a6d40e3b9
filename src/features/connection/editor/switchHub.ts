import * as vscode from "vscode";
import type { Connection, Hub } from "../core/connection";
import { builtInHub } from "../core/hub";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/commands";
import type { CommandId } from "../../../platform/editor/manifest";
import type { ConnectionParts } from "./commands";
import { hubRow, type HubRow } from "./hubRows";

interface SwitchRow extends vscode.QuickPickItem {
  readonly hub?: Hub;
  readonly command?: CommandId;
}

/** Lists the hubs with their accounts, and asks the chosen one from now on. */
export function switchHub({
  connection,
  account,
  keys,
}: Pick<ConnectionParts, "connection" | "account" | "keys">): Command {
  async function rows(): Promise<SwitchRow[]> {
    const { hub: inUse, hubs } = connection;
    const own = await Promise.all(
      hubs.list.map((hub): Promise<HubRow> => hubRow(hub, { inUse, account, keys })),
    );
    const isBuiltIn = inUse?.builtIn === true;
    return [
      ...own,
      {
        label: t("Built-in hub"),
        description: t("on this computer, without an account"),
        iconPath: new vscode.ThemeIcon(isBuiltIn ? "check" : "beaker"),
        hub: builtInHub,
      },
      { label: "", kind: vscode.QuickPickItemKind.Separator },
      { label: `$(add) ${t("Add Hub…")}`, command: "expertHub.addHub" },
      ...(own.length === 0
        ? []
        : ([
            { label: `$(edit) ${t("Rename…")}`, command: "expertHub.renameHub" },
            { label: `$(trash) ${t("Remove…")}`, command: "expertHub.removeHub" },
          ] as const)),
      ...(inUse ? [{ label: `$(account) ${t("Show Account")}`, command: showAccount }] : []),
    ];
  }

  return {
    id: "expertHub.switchHub",
    async run(): Promise<void> {
      const chosen = await vscode.window.showQuickPick(rows(), {
        title: t("Switch hub"),
        placeHolder: t("Questions go to the hub that you choose, in all windows"),
        matchOnDescription: true,
        matchOnDetail: true,
      });
      if (chosen?.command) await vscode.commands.executeCommand(chosen.command);
      else if (chosen?.hub) await choose(connection, chosen.hub);
    },
  };
}

const showAccount: CommandId = "expertHub.showAccount";

/** Asks this hub from now on; what it still lacks, the user is asked for. */
export async function choose(connection: Connection, hub: Hub): Promise<void> {
  if (hub.scope === connection.hub?.scope) return;
  const setUp: CommandId = hub.builtIn ? "expertHub.startBuiltInHub" : "expertHub.setApiKey";
  if (!hub.builtIn) await connection.use(hub);
  if (hub.builtIn || (await connection.setupStep()) === "key")
    await vscode.commands.executeCommand(setUp);
}
