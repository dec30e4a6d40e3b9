import { parseBaseUrl } from "../../hub/address";
import type { ExchangeParts } from "../../hub/call";
import type { HubClient } from "../../hub/client";
import { HubError } from "../../hub/errors";
import type { Retry } from "../../hub/retry";
import type { NetworkSettings, Send } from "../../hub/send";
import type { Progress } from "../../hub/progress";
import { Owner, type Disposable } from "../../kit/disposable";
import { Emitter } from "../../kit/event";
import type { BuiltInHub } from "./builtInHub";
import type { Keys, Log, Settings, SharedStore } from "../ports";
import { storageError } from "../storageError";
import type { SetupStep } from "../../kit/vocabulary";

/** The hub that questions go to. */
export interface Hub {
  /** Data about this hub is stored under this name: its origin, or `built-in`. */
  readonly scope: string;
  /** Its host, or *built-in hub*. */
  readonly label: string;
  readonly builtIn: boolean;
}

export interface ConnectionParts {
  settings: Settings;
  keys: Keys;
  store: SharedStore;
  log: Log;
  builtInHub: BuiltInHub;
  network(): NetworkSettings;
}

interface Channel {
  client: HubClient;
  send: Send;
  baseUrl: string;
}

const builtIn: Hub = { scope: "built-in", label: "built-in hub", builtIn: true };
const chosen = "useBuiltInHub";

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
  #known: { baseUrl: string; hub: Hub | undefined } | undefined;

  /** The hub or the key was changed or removed. */
  readonly onDidChange = this.#changed.event;
  /** A read is about to be retried; questions report their own retries. */
  readonly onWillRetry = this.#retrying.event;

  constructor(parts: ConnectionParts) {
    super();
    this.#parts = parts;
    this.#route = this.#currentRoute();
    this.register(parts.settings.onDidChange(() => this.#reset()));
    this.register(parts.keys.onDidChange(() => this.#changed.fire()));
  }

  /** The hub in use, or `undefined` if none is set up. */
  get hub(): Hub | undefined {
    return this.#parts.store.get(chosen) === true ? builtIn : this.ownHub;
  }

  /** The hub at the user's own address, also while the built-in one is in use. */
  get ownHub(): Hub | undefined {
    const { baseUrl } = this.#parts.settings;
    if (this.#known?.baseUrl !== baseUrl) this.#known = { baseUrl, hub: hubAt(baseUrl) };
    return this.#known.hub;
  }

  /** What the user has to supply before anything can be asked. */
  async setupStep(): Promise<SetupStep | undefined> {
    const { hub } = this;
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

  /** Hears how a model of the built-in hub gets on with a question; call it before that is sent. */
  onProgress(id: string, listener: (progress: Progress) => void): Promise<Disposable> {
    return this.#parts.builtInHub.onProgress(id, listener);
  }

  /** A client that uses a key which is not stored yet. The caller closes it. */
  async trial(
    baseUrl: string,
    key: string,
  ): Promise<{ client: HubClient; close(): Promise<void> }> {
    const channel = this.#counted(this.#build(baseUrl, () => Promise.resolve(key)));
    const { client } = await channel;
    return { client, close: () => this.#end(channel, "close") };
  }

  /** A separate client for the hub in use that reports every answer as received. The caller closes it. */
  async probe(
    onJson: (template: string, json: unknown) => void,
  ): Promise<{ client: HubClient; baseUrl: string; close(): Promise<void> }> {
    const channel = this.#counted(this.#open(onJson));
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

  async useBuiltIn(use: boolean): Promise<void> {
    if ((this.#parts.store.get(chosen) === true) === use) return;
    try {
      await this.#parts.store.update(chosen, () => use);
    } catch (error) {
      throw storageError("The choice of the hub could not be saved", error);
    }
    this.#reset();
  }

  async #open(onJson?: ExchangeParts["onJson"]): Promise<Channel> {
    const { settings, keys, builtInHub } = this.#parts;
    const { hub } = this;
    if (!hub) throw new HubError("no-key", "No hub is connected yet.");
    if (hub.builtIn) {
      const { baseUrl } = await builtInHub.start();
      return this.#build(baseUrl, () => Promise.resolve(builtInHub.key), onJson);
    }
    const storedKey = async () => {
      const key = await keys.get(hub.scope);
      if (key === undefined) throw new HubError("no-key", `There is no API key for ${hub.scope}.`);
      return key;
    };
    return this.#build(settings.baseUrl, storedKey, onJson);
  }

  async #build(
    baseUrl: string,
    key: () => Promise<string>,
    onJson?: ExchangeParts["onJson"],
  ): Promise<Channel> {
    const [{ createHubClient }, { createSend }] = await Promise.all([
      import("../../hub/client"),
      import("../../hub/undiciSend"),
    ]);
    const send = createSend(this.#parts.network());
    const client = createHubClient({
      send,
      baseUrl,
      key,
      timeoutSeconds: () => this.#parts.settings.timeoutSeconds,
      onLine: (line) => this.#parts.log.info(line),
      onJson,
      onRetry: (retry) => this.#retrying.fire(retry),
    });
    return { client, send, baseUrl };
  }

  #currentRoute(): string {
    const { settings, store } = this.#parts;
    return JSON.stringify([store.get(chosen) === true, settings.baseUrl, this.#parts.network()]);
  }

  #reset(): void {
    const route = this.#currentRoute();
    if (route === this.#route) return;
    this.#route = route;
    const channel = this.#channel;
    this.#channel = undefined;
    if (channel) void this.#end(channel, "retire");
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

function hubAt(baseUrl: string): Hub | undefined {
  if (baseUrl === "") return undefined;
  try {
    const { origin } = parseBaseUrl(baseUrl);
    return { scope: origin, label: new URL(origin).host, builtIn: false };
  } catch {
    return undefined;
  }
}
