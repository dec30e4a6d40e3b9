import * as vscode from "vscode";
import { type Account, isLow } from "../core/account";
import type { Connection } from "../core/connection";
import { hubPlace } from "../core/hub";
import type { Keys } from "../../../platform/core/ports";
import type { User } from "../../../contract/types";
import { locale, t } from "../../../kit/l10n";
import { plainText } from "../../../platform/editor/plainText";
import { withProgress } from "../../../platform/editor/progress";
import type { Command } from "../../../platform/editor/commands";

/** The stored part of the profile, the hub, and whether there is a key, but no character of it. */
export function showAccount(connection: Connection, account: Account, keys: Keys): Command {
  return {
    id: "expertHub.showAccount",
    async run(): Promise<void> {
      const user = await withProgress(
        { location: vscode.ProgressLocation.Window, title: t("Reading the account") },
        () => account.current(),
        connection,
      );
      const { hub } = connection;
      const hasKey = hub && (hub.builtIn || (await keys.get(hub.scope)) !== undefined);
      const facts: [string, string | undefined][] = [
        ...profileOf(user),
        [t("Hub"), hub?.builtIn ? t("built-in hub, on this computer") : hub && hubPlace(hub)],
        [t("API key"), hasKey ? t("stored for this hub") : t("none")],
      ];
      const [replaceKey, signOut] = [t("Replace Key"), t("Sign Out")];
      const buttons = hub?.builtIn ? [] : [replaceKey, signOut];
      const chosen = await vscode.window.showInformationMessage(
        plainText(user.name ?? user.nickname ?? t("Your account")),
        {
          modal: true,
          detail: facts
            .filter(([, value]) => value !== undefined)
            .map(([name, value]) => t("{0}: {1}", name, plainText(String(value))))
            .join("\n"),
        },
        ...buttons,
      );
      if (chosen === replaceKey) await vscode.commands.executeCommand("expertHub.setApiKey");
      if (chosen === signOut) await vscode.commands.executeCommand("expertHub.signOut");
    },
  };
}

/** Every field that the decoder lets through (service 2.1). */
function profileOf(user: User): [string, string | undefined][] {
  const { tokens, ...preferences } = user.user_metadata ?? {};
  const wanted = Object.entries(preferences).filter(([, value]) => value);
  return [
    [t("User ID"), user.user_id],
    [t("First name"), user.given_name],
    [t("Last name"), user.family_name],
    [t("Nickname"), user.nickname],
    [
      t("Email verified"),
      user.email_verified === undefined ? undefined : user.email_verified ? t("yes") : t("no"),
    ],
    [
      t("Tokens"),
      tokens === undefined
        ? undefined
        : isLow(tokens)
          ? t("{0} (low)", tokens.toLocaleString(locale()))
          : tokens.toLocaleString(locale()),
    ],
    [t("Member since"), user.created_at?.slice(0, 10)],
    [t("Changed"), user.updated_at?.slice(0, 10)],
    [t("Last login"), user.last_login?.slice(0, 10)],
    [t("Logins"), user.logins_count?.toLocaleString(locale())],
    [t("Subscriptions"), wanted.map(([name]) => name.replaceAll("_", " ")).join(", ") || undefined],
  ];
}
