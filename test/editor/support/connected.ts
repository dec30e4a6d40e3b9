import { BuiltInHub } from "../../../src/features/connection/core/builtInHub";
import { buildHubInUse, type HubInUse } from "../../../src/features/experts/core/setup";
import type { Own } from "../../../src/kit/disposable";
import type { Keys, Log, Settings, SharedStore, Store } from "../../../src/platform/core/ports";
import { Emitter } from "../../../src/kit/event";
import type { TestHub } from "./hub";
import { noPolicy } from "../../../src/policy/policy";

/** A store in memory whose values are kept as JSON, as on the disk. */
export class MemoryStore implements Store, SharedStore {
  readonly #values = new Map<string, string>();
  get(key: string): unknown {
    const value = this.#values.get(key);
    return value === undefined ? undefined : JSON.parse(value);
  }
  async set(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, JSON.stringify(value));
  }
  async update(key: string, change: (value: unknown) => unknown): Promise<void> {
    await this.set(key, change(this.get(key)));
  }
}

const log: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** As tests may change them. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };

// Tests end with the window.
const own: Own = (one) => one;

/** The layers below the editor, with a hub whose key they know unless `given` says otherwise. */
export function connectedTo(
  hub: Pick<TestHub, "baseUrl" | "key">,
  given?: Keys,
  builtInHub = new BuiltInHub({
    load: () => Promise.reject(new Error("not here")),
    folders: () => [],
  }),
): HubInUse & {
  settings: Writable<Settings>;
  builtInHub: BuiltInHub;
  keys: Keys;
  store: MemoryStore;
  /** The headers of each origin. */
  addressHeaders: Map<string, Record<string, string>>;
} {
  const never = new Emitter<void>().event;
  const settings: Writable<Settings> = {
    baseUrl: hub.baseUrl,
    hubUrl: "",
    timeoutSeconds: 300,
    temperature: undefined,
    memory: "both",
    historyTurns: 20,
    roles: { user: "user", assistant: "assistant" },
    sendUserId: true,
    setBaseUrl: async () => {},
    setHubUrl: async () => {},
    onDidChange: never,
  };
  const keys: Keys = given ?? {
    get: async (origin) => (origin === hub.baseUrl ? hub.key : undefined),
    store: async () => {},
    forget: async () => {},
    onDidChange: new Emitter<string>().event,
  };
  const store = new MemoryStore();
  const addressHeaders = new Map<string, Record<string, string>>();
  const extras = {
    get: async (origin: string) => ({ headers: addressHeaders.get(origin) ?? {}, fields: {} }),
  };
  const parts = { settings, keys, store, expertStore: store, log, builtInHub, extras };
  const hubInUse = buildHubInUse(
    { ...parts, network: () => ({}), onSent: () => undefined, policy: noPolicy },
    own,
  );
  return { settings, ...hubInUse, builtInHub, keys, store, addressHeaders };
}
