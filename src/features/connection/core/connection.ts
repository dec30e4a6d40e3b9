import type { HubClient } from "../../../client/client";
import type { AddressExtras } from "../../../contract/addressExtras";
import { partsOf } from "../../../contract/address";
import { HubError } from "../../../contract/errors";
import type { Retry } from "../../../client/retry";
import type { Send, NetworkSettings } from "../../../contract/send";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { t } from "../../../kit/l10n";
import { hubSend } from "../../../policy/guardedSend";
import { assertAllowed, type PolicySource } from "../../../policy/policy";
import { builtInHub, type Hub, type HubAccount, hubPlace, inSentence, type OwnHub } from "./hub";
import { HubProfiles } from "./hubProfiles";
import { LocalError, orStorageError } from "../../../platform/core/localError";
import type { SetupStep } from "../../../contract/vocabulary";
import type { ExchangeParts } from "../../../client/request";
import type { Cause, OnSent } from "../../../contract/purpose";
import type { Keys, Log, Settings, SharedStore } from "../../../platform/core/ports";
import type { BuiltInHub } from "./builtInHub";
import { PlainHttp } from "./plainHttp";

export type { Hub, HubAccount, OwnHub } from "./hub";

interface Channel {
  client: HubClient;
  send: Send;
  baseUrl: string;
}

/** A channel that all requests to a hub with one key share. */
interface SharedChannel {
  readonly at: HubAccount;
  readonly network: string;
  readonly channel: Promise<Channel>;
}

const builtInName = "useBuiltInHub";

/** Which hub is used, and its client, which is loaded with the first request. */
export class Connection extends Owner {
  readonly #parts: ConnectionParts;
  readonly #changed = this.register(new Emitter<void>());
  readonly #choosing = this.register(new Emitter<string | undefined>());
  readonly #retrying = this.register(new Emitter<Retry>());
  /** By what they depend on. */
  readonly #shared = new Map<string, SharedChannel>();
  /** Every channel that may still have requests in progress. */
  readonly #channels = new Set<Promise<Channel>>();
  /** How often the key of the hub with this id was replaced in this window. */
  readonly #accounts = new Map<string, number>();
  /** What tells a key that was read from another one, by the scope of its hub. */
  readonly #keyMarks = new Map<string, string>();
  readonly #salt = crypto.randomUUID();
  /** The hub in use and the network as last reported to listeners. */
  #route: string;
  /** The hubs as last reported to listeners. */
  #reported: string;
  /** What the organisation allows. */
  readonly policy: PolicySource;
  /** The user's own hubs. */
  readonly hubs: HubProfiles;
  /** What the user allowed in the local network. */
  readonly plainHttp: PlainHttp;

  /** The hubs, the choice among them or a key changed. */
  readonly onDidChange = this.#changed.event;
  /** The user chooses the hub with this scope in this window. */
  readonly onWillChoose = this.#choosing.event;
  /** A read is about to be retried; questions report their own retries. */
  readonly onWillRetry = this.#retrying.event;

  constructor(parts: ConnectionParts) {
    super();
    this.#parts = parts;
    this.policy = parts.policy;
    this.plainHttp = new PlainHttp(parts.store, parts.policy);
    this.hubs = this.register(new HubProfiles(parts.settings, parts.store));
    this.#route = this.#currentRoute();
    this.#reported = JSON.stringify(this.hubs.list);
    this.register(parts.settings.onDidChange(() => this.#reset()));
    this.register(this.hubs.onDidChange(() => this.#reset()));
    this.register(
      parts.keys.onDidChange((id) => {
        this.#keyMarks.clear();
        this.#replaced(id);
        this.#changed.fire();
      }),
    );
  }

  /** The hub in use, or `undefined` if none is set up. */
  get hub(): Hub | undefined {
    return this.#usesBuiltIn ? builtInHub : this.ownHub;
  }

  /** The user's own hub that was used last, also while the built-in one is in use. */
  get ownHub(): OwnHub | undefined {
    return this.hubs.chosen;
  }

  /** The hub with this scope, if it still exists. */
  find(scope: string): Hub | undefined {
    return scope === builtInHub.scope
      ? builtInHub
      : this.hubs.list.find((hub) => hub.scope === scope);
  }

  /** What the user has to supply before this hub can be asked. */
  async setupStep(hub = this.hub): Promise<SetupStep | undefined> {
    if (!hub) return "hub";
    if (hub.builtIn) return undefined;
    return (await this.#storedKey(hub)) === undefined ? "key" : undefined;
  }

  /** A hub with its present address and key; the one in use if none is named. */
  accountAt(hub = this.hub): HubAccount | undefined {
    if (!hub || hub.builtIn) return hub && { hub, baseUrl: "", account: 0 };
    const own = this.hubs.list.find(({ scope }) => scope === hub.scope);
    return own && { hub: own, baseUrl: own.baseUrl, account: this.#accounts.get(own.id) ?? 0 };
  }

  /** Throws `conflict` unless the hub is still at this address, with the key that it had. */
  assertUnchanged(at: HubAccount): void {
    const sentence = this.#changeOf(at);
    if (sentence !== undefined) throw new HubError("conflict", sentence);
  }

  isUnchanged(at: HubAccount): boolean {
    return this.#changeOf(at) === undefined;
  }

  #changeOf({ hub, baseUrl, account }: HubAccount): string | undefined {
    if (hub.builtIn) return undefined;
    const { id } = partsOf(hub.scope);
    const now = this.hubs.list.find((one) => one.id === id);
    const name = inSentence(hub);
    if (!now)
      return t("{0} was removed from your hubs in the meantime. Nothing more is sent there.", name);
    if (now.scope !== hub.scope || now.baseUrl !== baseUrl)
      return t(
        "The address of {0} changed in the meantime. Nothing was sent to the new one.",
        name,
      );
    if ((this.#accounts.get(id) ?? 0) !== account)
      return t(
        "The API key for {0} changed in the meantime. Nothing was sent with the new one.",
        name,
      );
    return undefined;
  }

  /** The client of the hub in use. Throws `no-key` if no hub is set up. */
  async client(): Promise<HubClient> {
    this.reload();
    const at = this.accountAt();
    if (!at) throw new HubError("no-key", t("No hub is connected yet."));
    return this.clientFor(at);
  }

  /**
   * The client of this hub, in use or not, which sends to this address and with this key only. Throws
   * `conflict` once either has changed, as the client does before each request.
   */
  async clientFor(at: HubAccount): Promise<HubClient> {
    this.assertUnchanged(at);
    this.#assertEncrypted(at);
    const network = JSON.stringify(this.#parts.network());
    const baseUrl = await this.#baseUrlAt(at);
    const name = JSON.stringify([at.hub.scope, baseUrl, at.account, network]);
    const shared = this.#shared.get(name) ?? {
      at,
      network,
      channel: this.#counted(this.#open(at, baseUrl)),
    };
    this.#shared.set(name, shared);
    try {
      return (await shared.channel).client;
    } catch (error) {
      if (this.#shared.get(name) === shared) this.#shared.delete(name);
      throw error;
    }
  }

  /** Who has typed a plain address into the settings has not been asked about it. */
  #assertEncrypted({ hub, baseUrl }: HubAccount): void {
    const { origin } = hub.builtIn ? { origin: "" } : new URL(baseUrl);
    const refusal = hub.builtIn ? undefined : this.plainHttp.refusal(origin);
    if (refusal !== undefined) throw new LocalError("invalid-request", refusal, ["connect"]);
  }

  async #baseUrlAt({ hub, baseUrl }: HubAccount): Promise<string> {
    return hub.builtIn ? (await this.#parts.builtInHub.start()).baseUrl : baseUrl;
  }

  /** The base address of the hub with this scope; of one that was removed, only the origin is known. */
  async baseUrlOf(scope: string): Promise<string> {
    if (scope === builtInHub.scope) return (await this.#parts.builtInHub.start()).baseUrl;
    return this.hubs.list.find((hub) => hub.scope === scope)?.baseUrl ?? partsOf(scope).origin;
  }

  /** A client that uses a key which is not stored yet. The caller closes it. */
  async trial(
    baseUrl: string,
    key: string,
  ): Promise<{ client: HubClient; close(): Promise<void> }> {
    const cause = { by: "setup" } as const;
    const channel = this.#counted(this.#build(baseUrl, () => Promise.resolve(key), { cause }));
    const { client } = await channel;
    return { client, close: () => this.#end(channel, "close") };
  }

  /** A separate client for the hub in use that reports every answer as received. The caller closes it. */
  async probe(
    onJson: (template: string, json: unknown) => void,
  ): Promise<{ client: HubClient; baseUrl: string; close(): Promise<void> }> {
    const cause = { by: "checkConnection" } as const;
    const at = this.accountAt();
    if (!at) throw new HubError("no-key", t("No hub is connected yet."));
    const baseUrl = await this.#baseUrlAt(at);
    const channel = this.#counted(this.#open(at, baseUrl, { onJson, cause }));
    const { client } = await channel;
    return { client, baseUrl, close: () => this.#end(channel, "close") };
  }

  /** Aborts all requests in progress, to any hub. Later requests use a new channel. */
  abortAll(): void {
    this.#shared.clear();
    for (const channel of this.#channels) void this.#end(channel, "close");
  }

  /** Applies another window's choice: it is in the store, but no event reports it. */
  reload(): void {
    this.#reset();
  }

  /** Asks this hub from now on, in all windows; questions in progress continue with theirs. */
  async use(hub: Hub | OwnHub): Promise<void> {
    this.#choosing.fire(hub.scope);
    if ("id" in hub) await this.hubs.choose(hub);
    return this.useBuiltIn(hub.builtIn);
  }

  async useBuiltIn(use: boolean): Promise<void> {
    if (this.#usesBuiltIn === use) return;
    this.#choosing.fire((use ? builtInHub : this.ownHub)?.scope);
    await orStorageError(t("The choice of the hub could not be saved"), () =>
      this.#parts.store.update(builtInName, () => use),
    );
    this.#reset();
  }

  #open(at: HubAccount, baseUrl: string, use: ChannelUse = {}): Promise<Channel> {
    const { scope: hubScope } = at.hub;
    const key = () => (at.hub.builtIn ? this.#builtInKey(baseUrl) : this.#keyOf(at.hub));
    return this.#build(baseUrl, key, { ...use, hubScope }, at);
  }

  /** Another program may have its port once it has ended. */
  async #builtInKey(baseUrl: string): Promise<string> {
    const { builtInHub } = this.#parts;
    if (builtInHub.isRunning && (await builtInHub.start()).baseUrl === baseUrl)
      return builtInHub.key;
    throw new HubError("conflict", t("The hub changed in the meantime. Nothing was sent."));
  }

  async #keyOf(hub: Hub): Promise<string> {
    const key = await this.#storedKey(hub);
    if (key !== undefined) return key;
    throw new HubError("no-key", t("There is no API key for {0}.", hubPlace(hub)));
  }

  /** Another window may have replaced it before the event of that arrives here. */
  async #storedKey(hub: Hub): Promise<string | undefined> {
    const key = await this.#parts.keys.get(hub.scope);
    const bytes = new TextEncoder().encode(`${this.#salt} ${key ?? ""}`);
    const mark = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).join();
    const before = this.#keyMarks.get(hub.scope);
    this.#keyMarks.set(hub.scope, mark);
    if (before !== undefined && before !== mark) this.#replaced(partsOf(hub.scope).id);
    return key;
  }

  #replaced(hubId: string): void {
    this.#accounts.set(hubId, (this.#accounts.get(hubId) ?? 0) + 1);
    this.#retireChanged();
  }

  /** The headers of this address itself; their values are secrets. */
  async headersOf(baseUrl: string): Promise<Readonly<Record<string, string>>> {
    const extras = await this.#parts.extras?.get(new URL(baseUrl).origin);
    return extras?.headers ?? {};
  }

  async #build(
    baseUrl: string,
    key: () => Promise<string>,
    use: ChannelUse,
    at?: HubAccount,
  ): Promise<Channel> {
    const [{ createHubClient }, { createSend }] = await Promise.all([
      import("../../../client/client"),
      import("../../../client/undiciSend"),
    ]);
    const straight = createSend(this.#parts.network(), this.#parts.onSent);
    const send = hubSend(straight, this.policy, (policy, origin) => {
      if (at) this.assertUnchanged(at);
      assertAllowed(at?.hub.builtIn ? policy.builtInHubRefusal : policy.hubRefusal(origin));
      assertAllowed(this.plainHttp.refusal(origin));
    });
    const client = createHubClient({
      send,
      baseUrl,
      localNetwork: true,
      key,
      headers: at?.hub.builtIn ? undefined : () => this.headersOf(baseUrl),
      timeoutSeconds: () => this.#parts.settings.timeoutSeconds,
      onLine: (line) => this.#parts.log.info(line),
      ...use,
      onRetry: (retry) => this.#retrying.fire(retry),
    });
    return { client, send, baseUrl };
  }

  get #usesBuiltIn(): boolean {
    return this.#parts.store.get(builtInName) === true;
  }

  #currentRoute(): string {
    const { hub, ownHub } = this;
    return JSON.stringify([hub?.scope, !hub?.builtIn && ownHub?.baseUrl, this.#parts.network()]);
  }

  #reset(): void {
    const route = this.#currentRoute();
    const hubs = JSON.stringify(this.hubs.list);
    if (route === this.#route && hubs === this.#reported) return;
    this.#route = route;
    this.#reported = hubs;
    this.#retireChanged();
    this.#changed.fire();
  }

  /** Questions in progress end as they began; the next ones get a channel of their own. */
  #retireChanged(): void {
    const network = JSON.stringify(this.#parts.network());
    for (const [name, { at, channel, network: before }] of this.#shared) {
      if (before === network && this.isUnchanged(at)) continue;
      this.#shared.delete(name);
      void this.#end(channel, "retire");
    }
  }

  #counted(channel: Promise<Channel>): Promise<Channel> {
    this.#channels.add(channel);
    channel.catch(() => this.#channels.delete(channel));
    return channel;
  }

  async #end(channel: Promise<Channel>, how: "close" | "retire"): Promise<void> {
    try {
      await (await channel).send[how]();
    } catch {
      // It never opened, or was aborted before.
    } finally {
      this.#channels.delete(channel);
    }
  }

  override dispose(): void {
    super.dispose();
    this.abortAll();
  }
}

export interface ConnectionParts {
  settings: Settings;
  keys: Keys;
  store: SharedStore;
  log: Log;
  builtInHub: BuiltInHub;
  network(): NetworkSettings;
  /** Hears of each request that left. */
  onSent: OnSent;
  policy: PolicySource;
  /** The headers that go along to an origin. */
  extras?: { get(origin: string): Promise<AddressExtras> };
}

/** Whom a channel talks to, and for what. */
interface ChannelUse {
  readonly onJson?: ExchangeParts["onJson"];
  readonly hubScope?: string | undefined;
  readonly cause?: Cause;
}
