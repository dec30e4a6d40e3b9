import * as vscode from "vscode";
import { type Account, balanceInWords } from "../core/account";
import type { Hub, OwnHub } from "../core/connection";
import type { Keys } from "../../../platform/core/ports";
import type { User } from "../../../contract/types";
import { t } from "../../../kit/l10n";
import { plainText } from "../../../platform/editor/plainText";
import { showQuickPick } from "../../../platform/editor/inputs";

export interface HubRow extends vscode.QuickPickItem {
  readonly hub: OwnHub;
}

interface Known {
  readonly inUse?: Hub | undefined;
  readonly account: Account;
  readonly keys: Keys;
}

/** A hub with its address and its account, as text. */
export async function hubRow(hub: OwnHub, { inUse, account, keys }: Known): Promise<HubRow> {
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
