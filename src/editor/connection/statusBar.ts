import * as vscode from "vscode";
import type { Account } from "../../app/connection/account";
import { balanceInWords, isLow } from "../../app/connection/balance";
import type { Connection } from "../../app/connection/connection";
import { Owner } from "../../kit/disposable";
import { t } from "../../kit/l10n";
import { plainText } from "../workbench/plainText";

/** Milliseconds. */
const drawnAfter = 1_000;

/** The account and its balance, or that the built-in hub answers. Hidden until a hub is set up. */
export class AccountStatus extends Owner {
  readonly #connection: Connection;
  readonly #account: Account;
  #item: vscode.StatusBarItem | undefined;

  constructor(connection: Connection, account: Account) {
    super();
    this.#connection = connection;
    this.#account = account;
    this.register(connection.onDidChange(() => this.#draw()));
    this.register(account.onDidChange(() => this.#draw()));
    // The first number that Node formats takes a while: delayed until what the user requested is visible.
    const soon = setTimeout(() => this.#draw(), drawnAfter);
    this.register({ dispose: () => clearTimeout(soon) });
  }

  #draw(): void {
    const { hub, hubs } = this.#connection;
    const { known } = this.#account;
    const isOneOfSeveral = hubs.list.length > 1;
    if (!hub || (!hub.builtIn && !known && !isOneOfSeveral)) {
      this.#item?.hide();
      return;
    }
    this.#item ??= this.#create();
    const tokens = known?.user_metadata?.tokens;
    const balance = tokens === undefined ? "" : ` · ${balanceInWords(tokens)}`;
    const label = plainText(hub.label, 40);
    const name = plainText(known?.name ?? "", 40);
    const who = [isOneOfSeveral && label, name].filter(Boolean).join(" · ") || label;
    this.#item.text = hub.builtIn
      ? `$(beaker) ${t("built-in hub")}`
      : `$(account) ${who}${balance}`;
    const low = !hub.builtIn && isLow(tokens);
    this.#item.backgroundColor = low
      ? new vscode.ThemeColor("statusBarItem.warningBackground")
      : undefined;
    this.#item.tooltip = hub.builtIn
      ? t("Expert Hub: answers come from the built-in hub on this computer")
      : [t("Expert Hub: {0}", label), ...(low ? [t("Few tokens left")] : [])].join("\n");
    this.#item.show();
  }

  #create(): vscode.StatusBarItem {
    const item = this.register(
      vscode.window.createStatusBarItem("expertHub.account", vscode.StatusBarAlignment.Right, 10),
    );
    item.name = t("Expert Hub Account");
    item.command = "expertHub.switchHub";
    return item;
  }
}
