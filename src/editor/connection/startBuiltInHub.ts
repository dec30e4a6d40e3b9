import * as vscode from "vscode";
import type { Account } from "../../app/connection/account";
import type { BuiltInHub } from "../../app/connection/builtInHub";
import type { Connection } from "../../app/connection/connection";
import type { Roster } from "../../app/experts/roster";
import type { ChatViews } from "../chat/chatPanels";
import type { Command } from "../workbench/command";

/** Starts the built-in hub, keeps its experts and opens a chat: an answer without an account. */
export class StartBuiltInHub implements Command {
  readonly id = "expertHub.startLocalHub";
  readonly #connection: Connection;
  readonly #builtInHub: BuiltInHub;
  readonly #roster: Roster;
  readonly #account: Account;
  readonly #views: ChatViews;

  constructor(parts: {
    connection: Connection;
    builtInHub: BuiltInHub;
    roster: Roster;
    account: Account;
    views: ChatViews;
  }) {
    this.#connection = parts.connection;
    this.#builtInHub = parts.builtInHub;
    this.#roster = parts.roster;
    this.#account = parts.account;
    this.#views = parts.views;
  }

  async run(): Promise<void> {
    await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: "Starting the built-in hub" },
      async () => {
        const { expertIds } = await this.#builtInHub.start();
        await this.#connection.useBuiltIn(true);
        await this.#roster.add(expertIds);
        await this.#account.current();
      },
    );
    await this.#views.openSide();
  }
}
