import { locale, t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/commands";
import { type Notify, perform } from "../../../platform/editor/notify";
import { type Account, isLow } from "../core/account";
import type { BuiltInHub } from "../core/builtInHub";
import type { Connection } from "../core/connection";
import type { ConnectionPrompts, ConnectionPromptsParts } from "./connectionPrompts";
import * as vscode from "vscode";
import { parseBaseUrl } from "../../../contract/address";
import { lacksScheme } from "../../../contract/webAddress";
import { asHubError } from "../../../platform/core/explain";
import { LocalError } from "../../../platform/core/localError";
import { openInBrowser } from "../../../platform/editor/browser";
import { askAddress } from "./hubPrompts";
import { hubPlace } from "../core/hub";
import type { User } from "../../../contract/types";
import { inputs } from "../../../platform/editor/inputs";
import { plainText } from "../../../platform/editor/plainText";
import { withProgress } from "../../../platform/editor/progress";

/** What the commands of this feature use. */
export interface ConnectionParts extends ConnectionPromptsParts {
  readonly builtInHub: BuiltInHub;
  readonly notify: Notify;
  stopQuestions(): void;
}

export function connect(prompts: ConnectionPrompts): Command {
  return {
    id: "expertHub.connect",
    run: () => prompts.connect(),
  };
}

/** With the scope of a hub, its key, after which it is used; else that of the hub in use. */
export function setApiKey(prompts: ConnectionPrompts, { hubs }: Pick<Connection, "hubs">): Command {
  return {
    id: "expertHub.setApiKey",
    run: (scope?: unknown) => prompts.setKey(hubs.list.find((hub) => hub.scope === scope)),
  };
}

/** Stops the built-in hub and returns to the hub of the settings, if there is one. */
export function stopBuiltInHub(
  connection: Connection,
  builtInHub: BuiltInHub,
  notify: Notify,
): Command {
  return {
    id: "expertHub.stopLocalHub",
    async run(): Promise<void> {
      // The palette offers it even before anything is known about the hub.
      if (!connection.hub?.builtIn && !builtInHub.isRunning) {
        notify.information(t("The built-in hub is not in use."));
        return;
      }
      await connection.useBuiltIn(false);
      await builtInHub.stop();
    },
  };
}

/** Opens the website of the hub, where keys are created. */
export function openHub({
  connection,
  settings,
  notify,
}: Pick<ConnectionParts, "connection" | "settings" | "notify">): Command {
  return {
    id: "expertHub.openHub",
    async run(): Promise<void> {
      const { ownHub } = connection;
      const hubUrl = ownHub?.hubUrl ?? settings.hubUrl;
      if (hubUrl !== "") {
        await openInBrowser(websiteAt(hubUrl));
        return;
      }
      if (ownHub && ownHub.id !== "") {
        const typed = await askAddress(t("Website of {0}", ownHub.label), ownHub.baseUrl, {
          prompt: t("Address of the hub's website, where API keys are created."),
        });
        if (typed === undefined) return;
        await connection.hubs.setHubUrl(ownHub, typed);
        await openInBrowser(typed);
        return;
      }
      const open = t("Open Settings");
      const chosen = await notify.announce(
        t("The address of the hub's website is not set. Enter it in the setting {0}.", "Hub Url"),
        [open],
      );
      if (chosen === open) await perform("openSettings");
    },
  };
}

/** Unchanged unless it lacks its scheme. */
function websiteAt(hubUrl: string): string {
  try {
    const { base } = parseBaseUrl(hubUrl, t("The setting {0}", "expertHub.hubUrl"));
    return lacksScheme(hubUrl) ? base : hubUrl;
  } catch (error) {
    throw new LocalError("invalid-request", asHubError(error).message, ["openSettings"]);
  }
}

/** The stored part of the profile, the hub, and whether there is a key, but no character of it. */
export function showAccount(connection: Connection, account: Account): Command {
  return {
    id: "expertHub.showAccount",
    async run(): Promise<void> {
      const user = await withProgress(
        { location: vscode.ProgressLocation.Window, title: t("Reading the account") },
        () => account.current(),
        connection,
      );
      const { hub } = connection;
      const hasKey = (await connection.setupStep()) === undefined;
      const facts: [string, string | undefined][] = [
        ...profileOf(user),
        [t("Hub"), hub?.builtIn ? t("built-in hub, on this computer") : hub && hubPlace(hub)],
        [t("API key"), hasKey ? t("stored for this hub") : t("none")],
      ];
      const [replaceKey, signOut] = [t("Replace Key"), t("Sign Out")];
      const buttons = hub?.builtIn ? [] : [replaceKey, signOut];
      const chosen = await inputs.during(() =>
        vscode.window.showInformationMessage(
          plainText(user.name ?? user.nickname ?? t("Your account")),
          {
            modal: true,
            detail: facts
              .filter(([, value]) => value !== undefined)
              .map(([name, value]) => t("{0}: {1}", name, plainText(String(value))))
              .join("\n"),
          },
          ...buttons,
        ),
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
