import assert from "node:assert/strict";
import { Account } from "../../src/app/account";
import { BuiltInHub } from "../../src/app/builtInHub";
import { Connection } from "../../src/app/connection";
import type { Keys, Log, Settings, Store } from "../../src/app/ports";
import { Roster } from "../../src/app/roster";
import { AbilityNode, ExpertNode, ModelNode, type Node } from "../../src/editor/experts/nodes";
import { Emitter } from "../../src/kit/event";
import { startHub, type TestHub } from "./hub";

class MemoryStore implements Store {
  readonly #values = new Map<string, string>();
  get(key: string): unknown {
    const value = this.#values.get(key);
    return value === undefined ? undefined : JSON.parse(value);
  }
  async set(key: string, value: unknown): Promise<void> {
    this.#values.set(key, JSON.stringify(value));
  }
}

const log: Log = { info: () => {}, warn: () => {}, error: () => {} };

function connected(hub: TestHub): { roster: Roster; account: Account } {
  const never = new Emitter<void>().event;
  const settings: Settings = {
    baseUrl: hub.baseUrl,
    hubUrl: "",
    timeoutSeconds: 300,
    temperature: undefined,
    memory: "both",
    historyTurns: 20,
    roles: { user: "user", assistant: "assistant" },
    sendUserId: true,
    setBaseUrl: async () => {},
    onDidChange: never,
  };
  const keys: Keys = {
    get: async (origin) => (origin === hub.baseUrl ? hub.key : undefined),
    store: async () => {},
    forget: async () => {},
    onDidChange: never,
  };
  const store = new MemoryStore();
  const builtInHub = new BuiltInHub({
    load: () => Promise.reject(new Error("not here")),
    folder: () => undefined,
  });
  const connection = new Connection({
    settings,
    keys,
    store,
    log,
    builtInHub,
    network: () => ({}),
  });
  return { roster: new Roster(connection, store), account: new Account(connection, store) };
}

async function rows(node: Node): Promise<string[]> {
  const children = await node.children();
  return children.map((child) => {
    const { label, description, contextValue } = child.item();
    return `${contextValue} ${label as string} ${String(description)}`;
  });
}

describe("the tree of experts", () => {
  let hub: TestHub;
  before(async () => {
    hub = await startHub();
  });
  after(() => hub.close());

  it("shows abilities and models, and marks the choice", async () => {
    const { roster } = connected(hub);
    const [id = 0] = hub.expertIds;
    await roster.add([id]);
    const node = new ExpertNode(roster, id);
    const [abilities, models] = await node.children();
    assert.ok(abilities && models);
    assert.match((await rows(node)).join(), /group Abilities \d+,group Models \d+/);
    const [ability] = await abilities.children();
    const [model] = await models.children();
    assert.ok(ability instanceof AbilityNode && model instanceof ModelNode);
    assert.equal(ability.chosen, false);
    await roster.choose(id, { abilityId: ability.id });
    const [again] = (await (await new ExpertNode(roster, id).children())[0]?.children()) ?? [];
    assert.ok(again instanceof AbilityNode && again.chosen);
  });

  it("keeps a failed expert as a row with its reason; the others stay", async () => {
    const { roster } = connected(hub);
    const [id = 0] = hub.expertIds;
    const added = await roster.add([id, 503, 404]);
    assert.deepEqual(
      [added.added, added.notFound, added.failed.map((one) => one.id)],
      [[id], [404], [503]],
    );
    assert.deepEqual(
      roster.list.map((kept) => kept.id),
      [id, 503],
    );
    const item = new ExpertNode(roster, 503).item();
    assert.equal(item.contextValue, "expert.failed");
    assert.match(String(item.description), /hub/i);
  });

  it("S4 never shows expert B under the id of A", async () => {
    const { roster } = connected(hub);
    const { failed } = await roster.add([2018]);
    assert.equal(failed[0]?.error.kind, "bad-response");
    assert.equal(roster.get(2018)?.expert, undefined);
  });

  it("K6 keeps of the user only what is allowed", async () => {
    const { account } = connected(hub);
    const kept = JSON.stringify([await account.current(), account.known]);
    for (const [name, secret] of Object.entries(hub.canaries)) {
      assert.equal(kept.includes(secret), false, name);
    }
    assert.doesNotMatch(kept, /access_token|api_keys|last_ip|identities|"email"/);
  });
});
