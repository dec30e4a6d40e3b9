import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { inspect } from "node:util";
import { Connection, type ConnectionParts } from "../../../src/app/connection";
import { explain } from "../../../src/app/explain";
import type { Settings } from "../../../src/app/ports";
import { Keychain } from "../../../src/editor/keychain";
import { from } from "../../../scripts/root.js";
import { rawJson, startRawServer, type RawServer } from "../../support/rawServer";
import { failureOf } from "../hub/stage";
import { hangs, refuses, TestSecrets } from "./secretStorage";

const key = "KEY-CANARY-of-the-keychain";
const never = { dispose: () => undefined };

/** The real connection with a keychain that gives up after `patience` milliseconds. */
function connect(secrets: TestSecrets, baseUrl: string, patience: number) {
  const keys = new Keychain(secrets, patience);
  const connection = new Connection({
    keys,
    settings: {
      baseUrl,
      timeoutSeconds: 10,
      onDidChange: () => never,
    } as unknown as Settings,
    store: { get: () => undefined, set: () => Promise.resolve() },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    builtInHub: {} as ConnectionParts["builtInHub"],
    network: () => ({}),
  });
  return { keys, connection };
}

describe("the keychain", () => {
  let server: RawServer;
  before(async () => {
    server = await startRawServer({
      answer: ({ socket }) => socket.write(rawJson([{ user: { user_id: "u" } }])),
    });
  });
  after(() => server.close());

  const states = { "refuses to answer": refuses, "never answers": hangs };
  for (const [state, locked] of Object.entries(states)) {
    it(`K9 tells a keyring that ${state} from an empty one, for all that needs the key`, async () => {
      const secrets = new TestSecrets();
      const { keys, connection } = connect(secrets, server.origin, 50);
      await keys.store(server.origin, key);
      const held = [...secrets.held];
      secrets.asked.length = 0;
      secrets.locked = locked;
      const client = await connection.client();
      const requests = server.requests.length;
      for (const needing of [
        () => connection.need(),
        () => client.getUser(),
        () => client.getExpert(7),
        () => client.invokeAgent({ input_data: "x" }),
        () => client.invokeLlm({}),
      ]) {
        const error = await failureOf(needing());
        assert.equal(error.kind, "storage");
        assert.doesNotMatch(inspect(error, { depth: 10 }), /CANARY/);
        assert.ok(explain(error).remedies.includes("retry"));
      }
      assert.equal(server.requests.length, requests);
      // It was only ever read: what is in the keyring stays.
      assert.deepEqual(new Set(secrets.asked), new Set(["get"]));
      assert.deepEqual([...secrets.held], held);

      secrets.locked = undefined;
      assert.equal((await client.getUser()).user_id, "u");
      connection.dispose();
      keys.dispose();
    });

    it(`K10 claims no success where a keyring that ${state} should keep a key`, async () => {
      const secrets = new TestSecrets();
      const keys = new Keychain(secrets, 50);
      await keys.store("https://old.example", "old");
      let changes = 0;
      keys.onDidChange(() => changes++);
      secrets.locked = locked;
      const error = await failureOf(keys.store(server.origin, key));
      assert.equal(error.kind, "storage");
      assert.doesNotMatch(inspect(error, { depth: 10 }), /CANARY/);
      assert.equal(changes, 0);
      secrets.locked = undefined;
      assert.equal(await keys.get(server.origin), undefined);
      assert.equal(await keys.get("https://old.example"), "old");
      keys.dispose();
    });
  }

  it("K9 gives a keyring less than 10 seconds by itself", async () => {
    const secrets = new TestSecrets();
    secrets.locked = hangs;
    const keys = new Keychain(secrets);
    const { setTimeout: real } = globalThis;
    const waits: number[] = [];
    globalThis.setTimeout = ((run: () => void, wait: number) => {
      waits.push(wait);
      return real(run, 1);
    }) as unknown as typeof setTimeout;
    try {
      assert.equal((await failureOf(keys.get("https://a.example"))).kind, "storage");
    } finally {
      globalThis.setTimeout = real;
    }
    assert.ok(waits.length === 1 && waits[0]! < 10_000, String(waits));
    keys.dispose();
  });

  it("K10 holds nothing of a key that was not kept: none is left in memory", () => {
    const child = from("out/test/unit/editor/refusedKeyChild.js");
    const printed = execFileSync(process.execPath, ["--expose-gc", child], { encoding: "utf8" });
    assert.deepEqual(JSON.parse(printed), { during: true, after: false, kind: "storage" });
  });
});
