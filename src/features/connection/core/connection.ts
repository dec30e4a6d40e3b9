import type { HubClient } from "../../../client/client";
import { partsOf } from "../../../contract/address";
import { HubError } from "../../../contract/errors";
import type { Retry } from "../../../client/retry";
import type { Send } from "../../../contract/send";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { t } from "../../../kit/l10n";
import { hubSend } from "../../../policy/guardedSend";
import type { PolicySource } from "../../../policy/policy";
import { builtInHub, type Hub, hubPlace, type OwnHub } from "./hub";
import type { ChannelUse, ConnectionParts } from "./connectionParts";
import { HubProfiles } from "./hubProfiles";
import { orStorageError } from "../../../platform/core/localError";
import type { SetupStep } from "../../../contract/vocabulary";

export type { Hub, OwnHub } from "./hub";
export type { ConnectionParts } from "./connectionParts";

interface Channel {
  client: HubClient;
  send: Send;
  baseUrl: string;
}

const builtInName = "useBuiltInHub";

/** Which hub is used, and its client, which is loaded with the first request. */
export class Connection extends Owner {
  readonly #parts: ConnectionParts;
  readonly #changed = this.register(new Emitter<void>());
  readonly #retrying = this.register(new Emitter<Retry>());
  #channel: Promise<Channel> | undefined;
  /** Every channel that may still have requests in progress. */
  readonly #channels = new Set<Promise<Channel>>();
  /** What the open channel depends on: once it changes, the next question uses a new channel. */
  #route: string;
  /** The hubs as last reported to listeners. */
  #reported: string;
  /** What the organisation allows. */
  readonly policy: PolicySource;
  /** The user's own hubs. */
  readonly hubs: HubProfiles;

  /** The hubs, the choice among them or a key changed. */
  readonly onDidChange = this.#changed.event;
  /** A read is about to be retried; questions report their own retries. */
  readonly onWillRetry = this.#retrying.event;

  constructor(parts: ConnectionParts) {
    super();
    this.#parts = parts;
    this.policy = parts.policy;
    this.hubs = this.register(new HubProfiles(parts.settings, parts.store));
    this.#route = this.#currentRoute();
    this.#reported = JSON.stringify(this.hubs.list);
    this.register(parts.settings.onDidChange(() => this.#reset()));
    this.register(this.hubs.onDidChange(() => this.#reset()));
    this.register(parts.keys.onDidChange(() => this.#changed.fire()));
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
    return (await this.#parts.keys.get(hub.scope)) === undefined ? "key" : undefined;
  }

  /** The client of the hub in use. Throws `no-key` if no hub is set up. */
  async client(): Promise<HubClient> {
    this.reload();
    const channel = (this.#channel ??= this.#counted(this.#open()));
    try {
      return (await channel).client;
    } catch (error) {
      if (this.#channel === channel) this.#channel = undefined;
      throw error;
    }
  }

  /** A client of its own for one of the hubs, in use or not. The caller closes it. */
  async clientOf(hub: Hub): Promise<{ client: HubClient; close(): Promise<void> }> {
    const channel = this.#counted(this.#open({}, hub));
    const { client } = await channel;
    return { client, close: () => this.#end(channel, "close") };
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
    const channel = this.#counted(this.#open({ onJson, cause }));
    const { client, baseUrl } = await channel;
    return { client, baseUrl, close: () => this.#end(channel, "close") };
  }

  /** Aborts all requests in progress, to any hub. Later requests use a new channel. */
  abortAll(): void {
    this.#channel = undefined;
    for (const channel of this.#channels) void this.#end(channel, "close");
  }

  /** Applies another window's choice: it is in the store, but no event reports it. */
  reload(): void {
    this.#reset();
  }

  /** Asks this hub from now on, in all windows; questions in progress continue with theirs. */
  async use(hub: Hub | OwnHub): Promise<void> {
    if ("id" in hub) await this.hubs.choose(hub);
    return this.useBuiltIn(hub.builtIn);
  }

  async useBuiltIn(use: boolean): Promise<void> {
    if (this.#usesBuiltIn === use) return;
    await orStorageError(t("The choice of the hub could not be saved"), () =>
      this.#parts.store.update(builtInName, () => use),
    );
    this.#reset();
  }

  async #open(use: ChannelUse = {}, hub = this.hub): Promise<Channel> {
    const { keys, builtInHub } = this.#parts;
    if (hub?.builtIn) {
      const { baseUrl } = await builtInHub.start();
      const key = async () => {
        // Another program may have its port once it has ended.
        const isThere = builtInHub.isRunning && (await builtInHub.start()).baseUrl === baseUrl;
        if (isThere) return builtInHub.key;
        throw new HubError("conflict", t("The hub changed in the meantime. Nothing was sent."));
      };
      return this.#build(baseUrl, key, { ...use, hubScope: hub.scope });
    }
    const ownHub = this.hubs.list.find((one) => one.scope === hub?.scope);
    if (!ownHub) throw new HubError("no-key", t("No hub is connected yet."));
    const { scope, baseUrl } = ownHub;
    const storedKey = async () => {
      const key = await keys.get(scope);
      if (key === undefined)
        throw new HubError("no-key", t("There is no API key for {0}.", hubPlace(ownHub)));
      return key;
    };
    return this.#build(baseUrl, storedKey, { ...use, hubScope: scope });
  }

  async #build(baseUrl: string, key: () => Promise<string>, use: ChannelUse): Promise<Channel> {
    const [{ createHubClient }, { createSend }] = await Promise.all([
      import("../../../client/client"),
      import("../../../client/undiciSend"),
    ]);
    const isBuiltIn = use.hubScope === builtInHub.scope;
    const straight = createSend(this.#parts.network(), this.#parts.onSent);
    const send = hubSend(straight, this.policy, isBuiltIn);
    const client = createHubClient({
      send,
      baseUrl,
      key,
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
    const channel = route === this.#route ? undefined : this.#channel;
    this.#route = route;
    this.#reported = hubs;
    if (channel) {
      this.#channel = undefined;
      void this.#end(channel, "retire");
    }
    this.#changed.fire();
  }

  #counted(channel: Promise<Channel>): Promise<Channel> {
    this.#channels.add(channel);
    channel.catch(() => this.#channels.delete(channel));
    return channel;
  }

  async #end(channel: Promise<Channel>, way: "close" | "retire"): Promise<void> {
    try {
      await (await channel).send[way]();
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
