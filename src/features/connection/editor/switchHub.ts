import * as vscode from "vscode";
import type { Connection, Hub, OwnHub } from "../core/connection";
import { builtInHub } from "../core/hub";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/commands";
import type { CommandId } from "../../../platform/editor/manifest";
import type { ConnectionParts } from "./commands";
import { partsOf } from "../../../contract/address";
import { byOrganisation, assertAllowed } from "../../../policy/policy";
import { pickRow, runChosen, showQuickPick } from "../../../platform/editor/inputs";
import { type Account, balanceInWords } from "../core/account";
import type { Keys } from "../../../platform/core/ports";
import type { User } from "../../../contract/types";
import { plainText } from "../../../platform/editor/plainText";

interface HubRow extends vscode.QuickPickItem {
  readonly hub: OwnHub;
}

interface Known {
  readonly inUse?: Hub | undefined;
  readonly account: Account;
  readonly keys: Keys;
}

/** A hub with its address and its account, as text. */
async function hubRow(hub: OwnHub, { inUse, account, keys }: Known): Promise<HubRow> {
  const user = account.knownAt(hub);
  // A keyring that does not answer is reported where the key is needed.
  const hasKey = await keys.get(hub.scope).then(
    (key) => key !== undefined,
    () => true,
  );
  return {
    label: plainText(hub.label, 60),
    description: plainText(hub.baseUrl, 100),
    detail: hasKey ? accountOf(user) : t("No API key"),
    iconPath: new vscode.ThemeIcon(hub.scope === inUse?.scope ? "check" : "server"),
    hub,
  };
}

function accountOf(user: User | undefined): string {
  if (!user) return t("API key stored");
  const tokens = user.user_metadata?.tokens;
  const name = plainText(user.name ?? user.user_id ?? t("Your account"), 60);
  return tokens === undefined ? name : `${name} · ${balanceInWords(tokens)}`;
}

export async function pickHub(
  hubs: readonly OwnHub[],
  title: string,
  known: Known,
): Promise<OwnHub | undefined> {
  if (hubs.length < 2) return hubs[0];
  const rows = Promise.all(hubs.map((hub) => hubRow(hub, known)));
  return (await showQuickPick(rows, { title, matchOnDescription: true }))?.hub;
}

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
    const locked = { detail: byOrganisation(), iconPath: new vscode.ThemeIcon("lock") };
    const { hub: inUse, hubs, policy } = connection;
    const own = await Promise.all(
      hubs.list.map(async (hub): Promise<HubRow> => {
        const row = await hubRow(hub, { inUse, account, keys });
        return refusalOf(connection, hub) === undefined ? row : { ...row, ...locked };
      }),
    );
    const isBuiltIn = inUse?.builtIn === true;
    return [
      ...own,
      {
        label: t("Built-in hub"),
        description: t("on this computer, without an account"),
        iconPath: new vscode.ThemeIcon(isBuiltIn ? "check" : "beaker"),
        ...(policy.current.builtInHubRefusal !== undefined && locked),
        hub: builtInHub,
      },
      { label: "", kind: vscode.QuickPickItemKind.Separator },
      { label: `$(add) ${t("Add Hub…")}`, command: "expertHub.addHub" },
      { label: `$(globe) ${t("Edit Address…")}`, command: "expertHub.editAddress" },
      ...(own.length === 0
        ? []
        : ([
            { label: `$(edit) ${t("Rename…")}`, command: "expertHub.renameHub" },
            { label: `$(trash) ${t("Remove…")}`, command: "expertHub.removeHub" },
          ] as const)),
      ...(isBuiltIn
        ? [{ label: `$(debug-stop) ${t("Stop the Built-in Hub")}`, command: stopBuiltIn }]
        : []),
      ...(inUse ? [{ label: `$(account) ${t("Show Account")}`, command: showAccount }] : []),
    ];
  }

  return {
    id: "expertHub.switchHub",
    async run(): Promise<void> {
      const chosen = await pickRow(rows(), {
        title: t("Switch hub"),
        placeholder: t("Questions go to the hub that you choose, in all windows"),
        isPresent: ({ hub }) => hub !== undefined && hub.scope === connection.hub?.scope,
      });
      if (chosen?.command) await runChosen(chosen.command);
      else if (chosen?.hub) await choose(connection, chosen.hub);
    },
  };
}

const stopBuiltIn: CommandId = "expertHub.stopLocalHub";
const showAccount: CommandId = "expertHub.showAccount";

function refusalOf({ policy }: Pick<Connection, "policy">, { scope, builtIn }: Hub) {
  const { current } = policy;
  return builtIn ? current.builtInHubRefusal : current.hubRefusal(partsOf(scope).origin);
}

/** Asks this hub from now on, once it has what it lacks: its key, or that it runs. */
export async function choose(connection: Connection, hub: Hub): Promise<void> {
  if (hub.scope === connection.hub?.scope) return;
  assertAllowed(refusalOf(connection, hub));
  const [start, setKey]: CommandId[] = ["expertHub.startLocalHub", "expertHub.setApiKey"];
  if (hub.builtIn) await vscode.commands.executeCommand(start!);
  else if ((await connection.setupStep(hub)) === "key")
    await vscode.commands.executeCommand(setKey!, hub.scope);
  else await connection.use(hub);
}
