import * as vscode from "vscode";
import { type Account, balanceInWords, isLow } from "../core/account";
import type { Connection } from "../core/connection";
import type { User } from "../../../contract/types";
import { Owner } from "../../../kit/disposable";
import { t } from "../../../kit/l10n";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { CommandId } from "../../../platform/editor/manifest";
import { plainText } from "../../../platform/editor/plainText";

/** Milliseconds. */
const drawnAfter = 1_000;

const switchHub: CommandId = "expertHub.switchHub";
const setApiKey: CommandId = "expertHub.setApiKey";

/** The account and its balance, that its key is missing, or that the built-in hub answers. Hidden until a hub is set up. */
export class AccountStatus extends Owner {
  readonly #connection: Connection;
  readonly #account: Account;
  #item: vscode.StatusBarItem | undefined;
  /** The scope of the hub whose key was missing when last looked up. */
  #lacksKey: string | undefined;

  constructor(connection: Connection, account: Account) {
    super();
    this.#connection = connection;
    this.#account = account;
    const look = () => {
      this.#draw();
      fireAndForget(() => this.#look());
    };
    this.register(connection.onDidChange(look));
    this.register(account.onDidChange(() => this.#draw()));
    // The first number that Node formats takes a while: delayed until what the user requested is visible.
    const soon = setTimeout(look, drawnAfter);
    this.register({ dispose: () => clearTimeout(soon) });
  }

  /** A keyring that does not answer is reported where the key is needed. */
  async #look(): Promise<void> {
    const scope = this.#connection.hub?.scope;
    const step = await this.#connection.setupStep().catch(() => undefined);
    if (this.disposed || scope !== this.#connection.hub?.scope) return;
    this.#lacksKey = step === "key" ? scope : undefined;
    this.#draw();
  }

  #draw(): void {
    const { hub, hubs } = this.#connection;
    const { known } = this.#account;
    const isOneOfSeveral = hubs.list.length > 1;
    const lacksKey = hub !== undefined && hub.scope === this.#lacksKey;
    if (!hub || (!hub.builtIn && !known && !isOneOfSeveral && !lacksKey)) {
      this.#item?.hide();
      return;
    }
    this.#item ??= this.#create();
    const label = plainText(hub.label, 40);
    const low = !lacksKey && isLow(known?.user_metadata?.tokens);
    this.#item.text = hub.builtIn
      ? `$(beaker) ${t("built-in hub")}`
      : lacksKey
        ? `$(key) ${label} · ${t("No API key")}`
        : `$(account) ${accountText(known, label, isOneOfSeveral)}`;
    this.#item.command = lacksKey ? setApiKey : switchHub;
    this.#item.backgroundColor = low
      ? new vscode.ThemeColor("statusBarItem.warningBackground")
      : undefined;
    const hint = lacksKey ? t("Set API Key") : low ? t("Few tokens left") : "";
    this.#item.tooltip = hub.builtIn
      ? t("Expert Hub: answers come from the built-in hub on this computer")
      : [t("Expert Hub: {0}", label), hint].filter(Boolean).join("\n");
    this.#item.show();
  }

  #create(): vscode.StatusBarItem {
    const item = this.register(
      vscode.window.createStatusBarItem("expertHub.account", vscode.StatusBarAlignment.Right, 10),
    );
    item.name = t("Expert Hub Account");
    return item;
  }
}

/** The name and the balance, after the hub where there are several. */
function accountText(known: User | undefined, label: string, isOneOfSeveral: boolean): string {
  const tokens = known?.user_metadata?.tokens;
  const balance = tokens === undefined ? "" : ` · ${balanceInWords(tokens)}`;
  const name = plainText(known?.name ?? "", 40);
  const who = [isOneOfSeveral && label, name].filter(Boolean).join(" · ") || label;
  return `${who}${balance}`;
}
