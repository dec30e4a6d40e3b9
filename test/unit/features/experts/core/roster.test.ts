import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { BuiltInHub } from "../../../../../src/features/connection/core/builtInHub";
import { Connection } from "../../../../../src/features/connection/core/connection";
import type { SharedStore, Store } from "../../../../../src/platform/core/ports";
import { Roster } from "../../../../../src/features/experts/core/roster";
import { FileStore } from "../../../../../src/platform/editor/fileStore";
import { Emitter } from "../../../../../src/kit/event";
import { startRawServer, type RawServer } from "../../../../support/rawServer";
import { noPolicy } from "../../../../../src/policy/policy";

class CountingStore implements Store, SharedStore {
  readonly values = new Map<string, unknown>();
  writes = 0;
  get(key: string): unknown {
    return this.values.get(key);
  }
  async set(key: string, value: unknown): Promise<void> {
    this.writes++;
    this.values.set(key, value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
  }
  async update(key: string, change: (value: unknown) => unknown): Promise<void> {
    await this.set(key, change(this.get(key)));
  }
}

const order = (roster: Roster): number[] => roster.list.map(({ id }) => id);
const never = new Emitter<void>().event;
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

const offering = (abilities: readonly number[], models: readonly number[]) => [
  {
    id: 1,
    name: "One",
    abilities: abilities.map((id) => ({ id })),
    expert_llm_models: models.map((id) => ({ id })),
  },
];

describe("the roster", function () {
  this.timeout(120_000);
  let server: RawServer;
  let baseUrl = "";
  /** The hub's data about an expert, by id. */
  let systemMessage = "Be brief.";
  let open = 0;
  let most = 0;
  const failing = new Set<number>();
  /** What the hub returns instead of an expert, with status 200. */
  let instead: object | undefined;
  /** Ids for which the hub returns another expert. */
  const swapped = new Map<number, number>();

  beforeEach(async () => {
    [open, most, systemMessage] = [0, 0, "Be brief."];
    instead = undefined;
    failing.clear();
    swapped.clear();
    server = await startRawServer({
      answer: ({ socket, request }) => {
        most = Math.max(most, ++open);
        const id = Number(/get_expert\/(\d+)/.exec(request)?.[1]);
        const body = JSON.stringify(
          failing.has(id)
            ? { error: 5, message: "broken" }
            : (instead ?? [
                { id: swapped.get(id) ?? id, name: `Expert ${id}`, system_message: systemMessage },
              ]),
        );
        const status = failing.has(id) ? "403 Forbidden" : "200 OK";
        setTimeout(() => {
          open--;
          socket.write(
            `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
          );
        }, 1);
      },
    });
    baseUrl = server.origin;
  });
  afterEach(() => server.close());

  function connected(store: Store & SharedStore, shared: SharedStore = store): { roster: Roster } {
    const connection = new Connection({
      settings: {
        get baseUrl() {
          return baseUrl;
        },
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
      },
      keys: {
        get: async () => "k",
        store: async () => {},
        forget: async () => {},
        onDidChange: new Emitter<string>().event,
      },
      store,
      log: { info: () => {}, warn: () => {}, error: () => {} },
      builtInHub: new BuiltInHub({
        load: () => Promise.reject(new Error("not here")),
        folders: () => [],
      }),
      network: () => ({}),
      onSent: () => undefined,
      policy: noPolicy,
    });
    return { roster: new Roster(connection, shared) };
  }

  it("L1 keeps fifty experts in order, six read at once, and those that fail cost no other", async () => {
    const store = new CountingStore();
    const { roster } = connected(store);
    const ids = Array.from({ length: 50 }, (_, index) => 50 - index);
    for (const id of ids.slice(20, 28)) failing.add(id);
    const { added, failed } = await roster.add(ids);
    assert.deepEqual([added.length, failed.length], [42, 8]);
    assert.deepEqual(order(roster), ids);
    assert.ok(most > 1 && most <= 6, `${most} at once`);
    assert.equal(store.writes, 1);
    systemMessage = "Be long.";
    await Promise.all(ids.map((id) => roster.refresh(id)));
    assert.ok(most <= 6, `${most} at once`);
    const now = connected(store).roster.list;
    assert.deepEqual(
      now.map(({ id }) => id),
      ids,
    );
    const isFresh = ({ id, expert }: (typeof now)[number]) =>
      failing.has(id) ? expert === undefined : expert?.system_message === "Be long.";
    assert.deepEqual(
      now.filter((kept) => !isFresh(kept)),
      [],
    );
  });

  it("P7 keeps what was found for the hub it was found at", async () => {
    const { roster } = connected(new CountingStore());
    const first = baseUrl;
    let done = 0;
    const ids = Array.from({ length: 20 }, (_, index) => index + 1);
    await roster.add(ids, {
      onProgress: () => {
        if (++done === 3) baseUrl = "https://other.example";
      },
    });
    assert.deepEqual(order(roster), []);
    baseUrl = first;
    assert.ok(roster.list.length >= 3 && roster.list.length < 20, order(roster).join());
  });

  it("S4 keeps both experts as they were where the hub gives one under the id of the other", async () => {
    const store = new CountingStore();
    const { roster } = connected(store);
    await roster.add([7, 8]);
    const before = JSON.stringify([...store.values]);
    const known = structuredClone(roster.list);
    swapped.set(7, 8);
    systemMessage = "Obey me.";
    await roster.refresh(7);
    assert.equal(roster.problemOf(7)?.kind, "bad-response");
    assert.equal(roster.problemOf(8), undefined);
    assert.deepEqual(roster.list, known);
    await settled();
    assert.equal(JSON.stringify([...store.values]), before);
  });

  it("S5 keeps an expert as it was where the hub gives an error under its id, and shows the words", async () => {
    const { roster } = connected(new CountingStore());
    await roster.add([7]);
    const known = structuredClone(roster.list);
    instead = { error: 404, message: "Expert 7 was removed.", id: 7 };
    await roster.refresh(7);
    assert.deepEqual(roster.list, known);
    const problem = roster.problemOf(7);
    assert.deepEqual(
      [problem?.kind, problem?.details.hubMessage],
      ["not-found", "Expert 7 was removed."],
    );
  });

  it("P6 keeps an expert once who is added twice at the same time, here or in another window", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "experts-"));
    try {
      const window = () => {
        const store = new CountingStore();
        return connected(store, new FileStore(folder)).roster;
      };
      const [left, right] = [window(), window()];
      await Promise.all([left.add([7, 8]), left.add([8, 7]), right.add([8])]);
      for (const roster of [left, right, window()]) {
        assert.deepEqual(new Set(order(roster)), new Set([7, 8]));
        assert.equal(order(roster).length, 2);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("keeps an order across windows", async () => {
    const store = new CountingStore();
    const { roster } = connected(store);
    await roster.add([1, 2, 3]);
    await roster.move([3], 1);
    await roster.shift([2], "up");
    assert.deepEqual(order(connected(store).roster), [3, 2, 1]);
  });

  it("P6 keeps what two windows change, each on top of the other", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "experts-"));
    try {
      const window = () => {
        const store = new CountingStore();
        return connected(store, new FileStore(folder)).roster;
      };
      const [left, right] = [window(), window()];
      await left.add([1, 2]);
      await Promise.all([left.add([5]), right.add([6, 7])]);
      await Promise.all([right.remove([2]), left.choose(1, { modelId: 3 })]);
      for (const roster of [left, right]) {
        assert.deepEqual(new Set(order(roster)), new Set([1, 5, 6, 7]));
        assert.equal(roster.get(1)?.modelId, 3);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("D2 tells what keeps it from being saved, and leaves all as it was", async () => {
    const home = await mkdtemp(path.join(tmpdir(), "experts-"));
    const folder = path.join(home, "experts");
    try {
      await writeFile(folder, "");
      const store = new CountingStore();
      const { roster } = connected(store, new FileStore(folder));
      await assert.rejects(roster.add([1]), {
        kind: "storage",
        message: "The experts could not be saved: the disk reported an error.",
      });
      assert.deepEqual(order(roster), []);
      await rm(folder);
      await roster.add([1, 2]);
      assert.deepEqual(order(connected(store, new FileStore(folder)).roster), [1, 2]);
    } finally {
      await rm(home, { recursive: true });
    }
  });

  it("remembers an expert as it was last seen until the change is looked at", async () => {
    const { roster } = connected(new CountingStore());
    await roster.add([1]);
    await roster.refresh(1);
    assert.equal(roster.get(1)?.seen, undefined);
    for (const message of ["Be long.", "Be longer."]) {
      systemMessage = message;
      await roster.refresh(1);
      assert.equal(roster.get(1)?.seen?.system_message, "Be brief.");
    }
    await roster.markSeen(1);
    assert.equal(roster.get(1)?.seen, undefined);
    assert.equal(roster.get(1)?.expert?.system_message, "Be longer.");
  });

  it("marks nothing where a change was taken back", async () => {
    const { roster } = connected(new CountingStore());
    await roster.add([1]);
    for (const message of ["Be long.", "Be brief."]) {
      systemMessage = message;
      await roster.refresh(1);
    }
    assert.equal(roster.get(1)?.seen, undefined);
  });

  it("keeps what was last known where a refresh fails; the others are refreshed", async () => {
    const { roster } = connected(new CountingStore());
    await roster.add([1, 2]);
    failing.add(1);
    await Promise.all([roster.refresh(1), roster.refresh(2)]);
    assert.equal(roster.get(1)?.expert?.name, "Expert 1");
    assert.equal(roster.problemOf(1)?.kind, "forbidden");
    assert.equal(roster.problemOf(2), undefined);
  });

  it("looks at an expert without keeping it", async () => {
    const { roster } = connected(new CountingStore());
    await roster.ensure(9);
    assert.equal(roster.getOrViewed(9)?.expert?.name, "Expert 9");
    assert.deepEqual(order(roster), []);
    const asked = server.requests.length;
    await roster.ensure(9);
    assert.equal(server.requests.length, asked);
  });

  it("lists those used last first", async () => {
    const { roster } = connected(new CountingStore());
    await roster.add([1, 2, 3, 4]);
    await roster.use(3);
    await roster.use(2);
    assert.deepEqual(
      roster.byUse.map(({ id }) => id),
      [2, 3, 1, 4],
    );
    await roster.use(3);
    assert.deepEqual(
      roster.byUse.map(({ id }) => id),
      [3, 2, 1, 4],
    );
  });

  it("tells of what another window changed, and not again of what is known", async () => {
    const store = new CountingStore();
    const { roster } = connected(store);
    await roster.add([1, 2]);
    let changes = 0;
    roster.onDidChange(() => changes++);
    roster.reload();
    assert.equal(changes, 0);
    await roster.use(2);
    assert.equal(changes, 1);
    roster.reload();
    assert.equal(changes, 1);
    await connected(store).roster.use(1);
    roster.reload();
    roster.reload();
    assert.deepEqual([changes, roster.current?.id], [2, 1]);
  });

  it("remembers the order of the last twenty that were used", async () => {
    const { roster } = connected(new CountingStore());
    const ids = Array.from({ length: 22 }, (_, at) => at + 1);
    await roster.add(ids);
    for (const id of ids) await roster.use(id);
    assert.deepEqual(
      roster.byUse.map(({ id }) => id),
      [...ids.slice(2).toReversed(), 1, 2],
    );
  });

  it("forgets with an expert why it could not be read", async () => {
    const { roster } = connected(new CountingStore());
    failing.add(5);
    await roster.add([5]);
    assert.equal(roster.problemOf(5)?.kind, "forbidden");
    await roster.remove([5]);
    assert.equal(roster.problemOf(5), undefined);
    assert.deepEqual(roster.list, []);
  });

  it("puts back what was removed, for its own hub, and nothing twice", async () => {
    const store = new CountingStore();
    const { roster } = connected(store);
    await roster.add([1, 2, 3, 4, 5]);
    await roster.choose(4, { modelId: 7 });
    const before = roster.list;
    const undo = await roster.remove([5, 2, 4]);
    assert.deepEqual(order(roster), [1, 3]);
    const first = baseUrl;
    baseUrl = "https://other.example";
    await undo();
    assert.deepEqual(order(roster), []);
    baseUrl = first;
    assert.deepEqual(roster.list, before);
    await undo();
    assert.deepEqual(order(roster), [1, 2, 3, 4, 5]);
  });

  it("puts back what was removed where it fits best into a list that changed since", async () => {
    const { roster } = connected(new CountingStore());
    await roster.add([1, 2, 3]);
    const undo = await roster.remove([1, 3]);
    await roster.add([9, 3]);
    await undo();
    assert.deepEqual(order(roster), [1, 2, 9, 3]);
  });

  it("asks again for a record that is missing or old, and for none that failed", async () => {
    const store = new CountingStore();
    const { roster } = connected(store);
    await roster.add([1]);
    await roster.ensure(1);
    assert.equal(server.requests.length, 1);
    const aged = (fetchedAt: number) =>
      store.set(`roster:${baseUrl}`, { kept: [{ ...roster.list[0], fetchedAt }] });
    await aged(Date.now() - 500_000);
    await roster.ensure(1);
    assert.equal(server.requests.length, 1);
    await aged(Date.now() - 601_000);
    await roster.ensure(1);
    assert.equal(server.requests.length, 2);
    // The clock was ahead then.
    await aged(Date.now() + 86_400_000);
    await roster.ensure(1);
    assert.equal(server.requests.length, 3);
    await roster.ensure(9);
    await roster.ensure(9);
    assert.equal(server.requests.length, 4);
    assert.equal(roster.getOrViewed(9)?.expert?.name, "Expert 9");
    failing.add(5);
    await roster.ensure(5);
    await roster.ensure(5);
    assert.equal(server.requests.length, 5);
    failing.clear();
    await roster.refresh(5);
    assert.equal(roster.problemOf(5), undefined);
  });

  it("drops a chosen ability or model that is no longer offered, and keeps the other", async () => {
    const { roster } = connected(new CountingStore());
    instead = offering([1, 2], [3, 4]);
    await roster.add([1]);
    const chosen = () => [roster.get(1)?.abilityId, roster.get(1)?.modelId];
    for (const [abilities, models, kept] of [
      [[2], [3, 4], [undefined, 3]],
      [[1, 2], [4], [1, undefined]],
      [[1], [3], [1, 3]],
      [[], [], [undefined, undefined]],
    ] as const) {
      await roster.choose(1, { abilityId: 1, modelId: 3 });
      instead = offering(abilities, models);
      await roster.refresh(1);
      assert.deepEqual(chosen(), kept);
    }
  });

  it("asks the first expert while none is chosen, and the chosen one from then on", async () => {
    const { roster } = connected(new CountingStore());
    await roster.add([1, 2, 3]);
    assert.equal(roster.current?.id, 1);
    await roster.use(3);
    assert.equal(roster.current?.id, 3);
    await roster.remove([3]);
    assert.equal(roster.current?.id, 1);
  });

  it("has no problem with an expert that was added once the hub could tell it", async () => {
    const { roster } = connected(new CountingStore());
    failing.add(1);
    await roster.ensure(1);
    assert.equal(roster.problemOf(1)?.kind, "forbidden");
    failing.clear();
    await roster.add([1]);
    assert.equal(roster.problemOf(1), undefined);
  });
});
