import * as vscode from "vscode";
import type { Account } from "../core/account";
import type { Connection, OwnHub } from "../core/connection";
import { asHubError, explain, explanationLine } from "../../../platform/core/explain";
import type { Keys, Settings } from "../../../platform/core/ports";
import { hubPlace } from "../core/hub";
import { HubError } from "../../../contract/errors";
import type { User } from "../../../contract/types";
import { t } from "../../../kit/l10n";
import { partsOf } from "../../../contract/address";
import { expectAllowed } from "../../../policy/policy";
import { EntryBox, keyIn } from "../../../platform/editor/entryBox";
import { plainText } from "../../../platform/editor/plainText";
import { askAddress, askHubName } from "./hubPrompts";

export interface ConnectionPromptsParts {
  settings: Settings;
  keys: Keys;
  connection: Connection;
  account: Account;
}

/** VS Code offers no way to detect a keyring; a key that vanished without a sign-out is the only sign. */
const keyIsGone = t(
  "The key was lost: this system has no keyring, so a key is kept only until VS Code closes. Enter it again.",
);

const connectTitle = t("Connect to a hub");

const howTo = t(
  "To get a key, log in to the hub's website, open Profile, scroll to the bottom, and select Generate API Key. The key is shown only once.",
);

/** Prompts for the base address, then for the key. */
export class ConnectionPrompts {
  readonly #parts: ConnectionPromptsParts;

  constructor(parts: ConnectionPromptsParts) {
    this.#parts = parts;
  }

  /** Resolves with false if the user left before the setup was complete. */
  async connect(): Promise<boolean> {
    const { settings, connection } = this.#parts;
    const { ownHub } = connection;
    const title =
      connection.hubs.list.length > 1 ? t("Address of {0}", ownHub!.label) : connectTitle;
    const baseUrl = await askAddress(title, ownHub?.baseUrl ?? settings.baseUrl, connection);
    if (baseUrl === undefined) return false;
    await connection.hubs.setBaseUrl(ownHub, baseUrl);
    await connection.useBuiltIn(false);
    return (await connection.setupStep()) !== "key" || this.setKey();
  }

  /** Asks for the address and the name of another hub, which is then used, and for its key. */
  async addHub(): Promise<boolean> {
    const { connection } = this.#parts;
    const baseUrl = await askAddress(t("Add a hub"), "", connection);
    if (baseUrl === undefined) return false;
    const name = await askHubName(connection.hubs.list, new URL(baseUrl).host);
    if (name === undefined) return false;
    const hub = await connection.hubs.add({ baseUrl, name });
    await connection.use(hub);
    return this.setKey();
  }

  /** Stores a key once `get_user` (service 4.1) has accepted it. */
  async setKey(): Promise<boolean> {
    const { connection, account } = this.#parts;
    const { hub: inUse, ownHub: hub } = connection;
    if (!hub || inUse?.builtIn) return this.connect();
    expectAllowed(connection.policy.current.hubRefusal(partsOf(hub.scope).origin));
    const isGone = account.known !== undefined && (await connection.setupStep()) === "key";
    const box = keyBox(hubPlace(hub), isGone ? `${keyIsGone} ${howTo}` : howTo);
    try {
      for (let key = await box.next(); key !== undefined; key = await box.next()) {
        try {
          this.#expect(hub);
          const user = await this.#verify(hub.baseUrl, key, box.aborted);
          this.#expect(hub);
          await this.#parts.keys.store(hub.scope, key);
          await this.#parts.account.remember(hub.scope, user);
          return true;
        } catch (error) {
          box.refuse(explanationLine(explain(asHubError(error))));
        }
      }
      return false;
    } finally {
      box.dispose();
    }
  }

  /** A key typed for one hub must not be used for another. */
  #expect({ scope, baseUrl }: OwnHub): void {
    const { hub, ownHub } = this.#parts.connection;
    if (hub?.scope === scope && ownHub?.baseUrl === baseUrl) return;
    throw new HubError(
      "conflict",
      t(
        "The hub changed in the meantime, so this key was not saved. Close this prompt and set the key for the new hub.",
      ),
    );
  }

  async #verify(baseUrl: string, key: string, signal: AbortSignal): Promise<User> {
    const { client, close } = await this.#parts.connection.trial(baseUrl, key);
    try {
      return await client.getUser(signal);
    } finally {
      await close();
    }
  }
}

/** The masked prompt; it stays open until a key is accepted or the user leaves. */
function keyBox(place: string, prompt: string): EntryBox {
  return new EntryBox({
    title: t("API key for {0}", plainText(place, 300)),
    prompt,
    placeholder: t("Paste the key"),
    isPassword: true,
    button: {
      iconPath: new vscode.ThemeIcon("globe"),
      tooltip: t("Open the hub's website"),
      run: () => vscode.commands.executeCommand("expertHub.openHub"),
    },
    read: (typed) => (typed.trim() === "" ? undefined : keyIn(typed)),
  });
}
