import * as vscode from "vscode";
import type { Account } from "../../connection/core/account";
import type { BuiltInHub } from "../../connection/core/builtInHub";
import type { Connection } from "../../connection/core/connection";
import type { Roster } from "../core/roster";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/command";

/** Starts the built-in hub, adds its experts and opens a chat: an answer without an account. */
export function startBuiltInHub({
  connection,
  builtInHub,
  roster,
  account,
  openChat,
  onAdded,
}: {
  connection: Connection;
  builtInHub: BuiltInHub;
  roster: Roster;
  account: Account;
  openChat: () => Promise<void>;
  onAdded: (expertIds: readonly number[]) => Promise<void>;
}): Command {
  return {
    id: "expertHub.startLocalHub",
    async run(): Promise<void> {
      await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Window, title: t("Starting the built-in hub") },
        async () => {
          const { expertIds } = await builtInHub.start();
          await connection.useBuiltIn(true);
          const { added } = await roster.add(expertIds);
          await onAdded(added);
          await account.current();
        },
      );
      await openChat();
    },
  };
}
