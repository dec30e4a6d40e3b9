import * as vscode from "vscode";
import type { Account } from "../core/account";
import type { Connection, Hub, OwnHub } from "../core/connection";
import { asHubError, explain, explanationLine } from "../../../platform/core/explain";
import type { Keys, Settings } from "../../../platform/core/ports";
import { hubPlace, ownHub } from "../core/hub";
import { HubError } from "../../../contract/errors";
import type { User } from "../../../contract/types";
import { t } from "../../../kit/l10n";
import { partsOf } from "../../../contract/address";
import { assertAllowed } from "../../../policy/policy";
import { openInBrowser } from "../../../platform/editor/browser";
import { EntryBox, keyIn } from "../../../platform/editor/entryBox";
import { plainText } from "../../../platform/editor/plainText";
import { askAddress, askHubName } from "./hubPrompts";
import { confirm } from "../../../platform/editor/confirm";
import type { PlainHttp } from "../core/plainHttp";

/** Asks before an origin is used over plain http for the first time; false if the user declines. */
export async function confirmPlainHttp(origin: string, plainHttp: PlainHttp): Promise<boolean> {
  assertAllowed(plainHttp.policyRefusal(origin));
  if (!plainHttp.isAskedFor(origin)) return true;
  const agreed = await confirm(t("Use {0} without encryption?", origin), {
    detail: t(
      "Plain http is not encrypted: others in your network can read the key and your questions on the way. You are asked once for this address; the command Permissions… takes it back.",
    ),
    yes: t("Use Plain HTTP"),
    no: t("Cancel"),
    // Who typed the address has asked for it.
    enterAgrees: true,
  });
  if (agreed) await plainHttp.allow(origin);
  return agreed;
}

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

/** A hub whose key is asked for; not among the user's hubs before there is one. */
interface KeyRequest extends Pick<Hub, "scope" | "label"> {
  readonly baseUrl: string;
  readonly prompt?: string;
  readonly canGoBack?: boolean;
  /** Of a hub that is not the user's yet. */
  readonly website?: string;
  /** Throws if the key must no longer be stored. */
  assertStorable(): void;
  /** Takes over what goes with the key; resolves with the scope of its hub. */
  accepted(): Promise<string>;
}

/** Prompts for the base address, then for the key. */
export class ConnectionPrompts {
  readonly #parts: ConnectionPromptsParts;

  constructor(parts: ConnectionPromptsParts) {
    this.#parts = parts;
  }

  /** Resolves with false, and changes nothing, if the user left before the setup was complete. */
  async connect(): Promise<boolean> {
    const { settings, connection, keys } = this.#parts;
    const { ownHub: present, hubs } = connection;
    const title = hubs.list.length > 1 ? t("Address of {0}", present!.label) : connectTitle;
    const id = present?.id ?? "";
    let baseUrl = present?.baseUrl ?? settings.baseUrl;
    for (;;) {
      const typed = await askAddress(title, baseUrl, connection);
      const hub = typed === undefined ? undefined : ownHub({ id, baseUrl: typed, hubUrl: "" });
      if (!hub) return false;
      baseUrl = hub.baseUrl;
      if (!(await this.#allowsPlainHttp(baseUrl))) continue;
      const { scope } = hub;
      const accepted = async (): Promise<string> => {
        await hubs.setBaseUrl(present, hub.baseUrl);
        await connection.useBuiltIn(false);
        return scope;
      };
      if ((await keys.get(scope)) !== undefined) return (await accepted()) === scope;
      const assertStorable = () => assertHub(connection.ownHub, present);
      const website = settings.hubUrl === "" ? baseUrl : settings.hubUrl;
      const done = await this.#key({ ...hub, canGoBack: true, website, assertStorable, accepted });
      if (done !== "back") return done;
    }
  }

  /** Asks for the address, the name and the key of another hub, which is then used. */
  async addHub(): Promise<boolean> {
    const { connection } = this.#parts;
    const { hubs } = connection;
    let baseUrl = "";
    for (;;) {
      const typed = await askAddress(t("Add a hub"), baseUrl, connection);
      if (typed === undefined) return false;
      baseUrl = typed;
      if (!(await this.#allowsPlainHttp(baseUrl))) continue;
      const name = await askHubName(hubs.list, new URL(baseUrl).host);
      if (name === undefined) return false;
      let added: OwnHub | undefined;
      const done = await this.#key({
        scope: new URL(baseUrl).origin,
        label: name,
        baseUrl,
        canGoBack: true,
        website: baseUrl,
        assertStorable: () => {},
        accepted: async () => {
          added ??= await hubs.add({ baseUrl: typed, name });
          await connection.use(added);
          return added.scope;
        },
      });
      if (done !== "back") return done;
    }
  }

  /**
   * Stores a key of the hub in use once `get_user` (service 4.1) has accepted it; of another one, which
   * is then used, if that is given.
   */
  async setKey(other?: OwnHub): Promise<boolean> {
    const { connection, account } = this.#parts;
    const { hub: inUse, ownHub: present } = connection;
    const hub = other ?? present;
    if (!hub || (!other && inUse?.builtIn)) return this.connect();
    assertAllowed(connection.policy.current.hubRefusal(partsOf(hub.scope).origin));
    if (!(await this.#allowsPlainHttp(hub.baseUrl))) return false;
    const isGone =
      !other && account.known !== undefined && (await connection.setupStep()) === "key";
    const done = await this.#key({
      ...hub,
      ...(isGone && { prompt: `${keyIsGone} ${howTo}` }),
      assertStorable: () =>
        other
          ? assertHub(
              hub,
              connection.hubs.list.find(({ scope }) => scope === hub.scope),
            )
          : assertHub(hub, connection.hub?.builtIn ? undefined : connection.ownHub),
      accepted: async () => {
        if (other) await connection.use(hub);
        return hub.scope;
      },
    });
    return done === true;
  }

  #allowsPlainHttp(baseUrl: string): Promise<boolean> {
    return confirmPlainHttp(new URL(baseUrl).origin, this.#parts.connection.plainHttp);
  }

  /** The masked prompt; it stays open until a key is accepted or the user leaves. */
  async #key({ assertStorable, accepted, ...hub }: KeyRequest): Promise<boolean | "back"> {
    const box = keyBox(hub);
    try {
      for (let key = await box.next(); key !== undefined; key = await box.next()) {
        try {
          assertStorable();
          const user = await this.#verify(hub.baseUrl, key, box.aborted);
          assertStorable();
          const scope = await accepted();
          await this.#parts.keys.store(scope, key);
          await this.#parts.account.remember(scope, user);
          return true;
        } catch (error) {
          box.refuse(explanationLine(explain(asHubError(error))));
        }
      }
      return box.wentBack ? "back" : false;
    } finally {
      box.dispose();
    }
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

/** A key typed for one hub must not be used for another. */
function assertHub(hub: OwnHub | undefined, now: OwnHub | undefined): void {
  if (hub?.scope === now?.scope && hub?.baseUrl === now?.baseUrl) return;
  throw new HubError(
    "conflict",
    t(
      "The hub changed in the meantime, so this key was not saved. Close this prompt and set the key for the new hub.",
    ),
  );
}

function keyBox({
  prompt = howTo,
  canGoBack = false,
  website,
  ...hub
}: Omit<KeyRequest, "assertStorable" | "accepted">) {
  return new EntryBox({
    title: t("API key for {0}", plainText(hubPlace({ ...hub, builtIn: false }), 300)),
    prompt,
    placeholder: t("Paste the key"),
    isPassword: true,
    canGoBack,
    button: {
      iconPath: new vscode.ThemeIcon("globe"),
      tooltip: t("Open the hub's website"),
      run: () =>
        website === undefined
          ? vscode.commands.executeCommand("expertHub.openHub")
          : openInBrowser(website),
    },
    read: (typed) => (typed.trim() === "" ? undefined : keyIn(typed)),
  });
}
