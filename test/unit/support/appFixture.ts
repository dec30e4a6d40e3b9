import assert from "node:assert/strict";
import { BuiltInHub } from "../../../src/features/connection/core/builtInHub";
import { StoredExtras } from "../../../src/features/connection/editor/storedExtras";
import { Connection } from "../../../src/features/connection/core/connection";
import type { BuiltInHubModule } from "../../../src/contract/builtInHubApi";
import type { SharedStore, Store } from "../../../src/platform/core/ports";
import { Keychain } from "../../../src/platform/editor/keychain";
import type { OnSent } from "../../../src/contract/purpose";
import { Emitter } from "../../../src/kit/event";
import { rawJson, startRawServer, type RawExchange, type RawServer } from "../../support/rawServer";
import { atEnd } from "../client/hubFixture";
import { TestSecrets } from "../platform/editor/secretStorage";
import type { MemoryMode } from "../../../src/contract/vocabulary";
import { noPolicy } from "../../../src/policy/policy";

/** A store in memory that does not report writes by another window. */
export class TestStore implements Store, SharedStore {
  readonly values = new Map<string, unknown>();
  get(key: string): unknown {
    return this.values.get(key);
  }
  async set(key: string, value: unknown): Promise<void> {
    this.values.set(key, value);
  }
  async update(key: string, change: (value: unknown) => unknown): Promise<void> {
    this.values.set(key, change(this.values.get(key)));
  }
}

/** The minimal answers of a working hub. */
export function sound({ socket, request }: RawExchange): void {
  if (request.includes("/get_user"))
    socket.write(rawJson([{ user: { user_id: "u", name: "Ada" } }]));
  else if (request.includes("/get_expert")) socket.write(rawJson([{ id: 7, name: "Seven" }]));
  else socket.write(rawJson({ output: "Fine." }));
}

/** A real connection and two real servers: the user's own hub and the built-in one. Closed by `closeAll`. */
export async function connected(
  answer: (exchange: RawExchange) => void = sound,
  load?: () => Promise<BuiltInHubModule>,
  onSent: OnSent = () => undefined,
) {
  const [own, builtIn]: RawServer[] = await Promise.all([
    startRawServer({ answer }),
    startRawServer({ answer }),
  ]);
  const settingsChanged = new Emitter<void>();
  const settings = {
    hubUrl: "",
    temperature: undefined,
    sendUserId: true,
    setBaseUrl: async () => {},
    setHubUrl: async () => {},
    baseUrl: own!.origin,
    timeoutSeconds: 10,
    memory: "both" as MemoryMode,
    historyTurns: 20,
    roles: { user: "user", assistant: "assistant" },
    onDidChange: settingsChanged.event,
  };
  const secrets = new TestSecrets();
  const keys = new Keychain(secrets, 50);
  await keys.store(own!.origin, "k");
  const store = new TestStore();
  /** What the organisation allows: nothing is narrowed until a test says so. */
  const policy = { current: noPolicy.current };
  const extras = new StoredExtras(secrets, store);
  const builtInHub = new BuiltInHub({
    load:
      load ??
      (async () => ({
        startBuiltInHub: async () => ({
          baseUrl: builtIn!.origin,
          expertIds: [],
          expertFiles: async () => ({ experts: [], problems: [], version: "" }),
          close: async () => {},
        }),
        modelAddress: () => assert.fail(),
        listModels: () => assert.fail(),
      })),
    folders: () => [],
    refusal: () => policy.current.builtInHubRefusal,
  });
  const connection = new Connection({
    settings,
    keys,
    store,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    builtInHub,
    network: () => ({}),
    onSent,
    policy,
    extras,
  });
  atEnd(async () => {
    connection.dispose();
    builtInHub.dispose();
    keys.dispose();
    extras.dispose();
    await Promise.all([own!.close(), builtIn!.close()]);
  });
  return {
    own: own!,
    builtIn: builtIn!,
    settings,
    settingsChanged,
    secrets,
    keys,
    extras,
    store,
    builtInHub,
    connection,
    policy,
  };
}
