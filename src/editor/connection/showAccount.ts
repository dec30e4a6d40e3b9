import * as vscode from "vscode";
import type { Account } from "../../app/connection/account";
import { isLow } from "../../app/connection/balance";
import type { Connection } from "../../app/connection/connection";
import { placeOf } from "../../app/connection/hub";
import type { Keys } from "../../app/ports";
import type { User } from "../../hub/types";
import { plainText } from "../workbench/plainText";
import { withProgress } from "../workbench/progress";
import type { Command } from "../workbench/command";

/** The stored part of the profile, the hub, and whether there is a key, but no character of it. */
export function showAccount(connection: Connection, account: Account, keys: Keys): Command {
  return {
    id: "expertHub.showAccount",
    async run(): Promise<void> {
      const user = await withProgress(
        connection,
        { location: vscode.ProgressLocation.Window, title: "Reading the account" },
        () => account.current(),
      );
      const { hub } = connection;
      const hasKey = hub && (hub.builtIn || (await keys.get(hub.scope)) !== undefined);
      const facts: [string, string | undefined][] = [
        ...profileOf(user),
        ["Hub", hub?.builtIn ? "built-in hub, on this computer" : hub && placeOf(hub)],
        ["API key", hasKey ? "stored for this hub" : "none"],
      ];
      const buttons = hub?.builtIn ? [] : ["Replace Key", "Sign Out"];
      const chosen = await vscode.window.showInformationMessage(
        plainText(user.name ?? user.nickname ?? "Your account"),
        {
          modal: true,
          detail: facts
            .filter(([, value]) => value !== undefined)
            .map(([name, value]) => `${name}: ${plainText(String(value))}`)
            .join("\n"),
        },
        ...buttons,
      );
      if (chosen === "Replace Key") await vscode.commands.executeCommand("expertHub.setApiKey");
      if (chosen === "Sign Out") await vscode.commands.executeCommand("expertHub.signOut");
    },
  };
}

/** Every field that the decoder lets through (service 2.1). */
function profileOf(user: User): [string, string | undefined][] {
  const { tokens, ...preferences } = user.user_metadata ?? {};
  const wanted = Object.entries(preferences).filter(([, value]) => value);
  return [
    ["User ID", user.user_id],
    ["First name", user.given_name],
    ["Last name", user.family_name],
    ["Nickname", user.nickname],
    [
      "Email verified",
      user.email_verified === undefined ? undefined : user.email_verified ? "yes" : "no",
    ],
    [
      "Tokens",
      tokens === undefined
        ? undefined
        : `${tokens.toLocaleString()}${isLow(tokens) ? " (low)" : ""}`,
    ],
    ["Member since", user.created_at?.slice(0, 10)],
    ["Changed", user.updated_at?.slice(0, 10)],
    ["Last login", user.last_login?.slice(0, 10)],
    ["Logins", user.logins_count?.toLocaleString()],
    ["Subscriptions", wanted.map(([name]) => name.replaceAll("_", " ")).join(", ") || undefined],
  ];
}
