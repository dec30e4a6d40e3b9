import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import {
  Connection,
  type ConnectionParts,
} from "../../../../src/features/connection/core/connection";
import { explain } from "../../../../src/platform/core/explain";
import type { Settings } from "../../../../src/platform/core/ports";
import { Keychain } from "../../../../src/platform/editor/keychain";
import { from } from "../../../../scripts/root";
import { rawJson, startRawServer, type RawServer } from "../../../support/rawServer";
import { failureOf } from "../../client/hubFixture";
import { hangs, refuses, TestSecrets } from "./secretStorage";
import { noPolicy } from "../../../../src/policy/policy";

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
    store: { get: () => undefined, update: () => Promise.resolve() },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    builtInHub: {} as ConnectionParts["builtInHub"],
    network: () => ({}),
    onSent: () => undefined,
    policy: noPolicy,
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
        () => connection.setupStep(),
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
      // It was only read: the content of the keyring stays.
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
    // What ran before may still wait for moments.
    const [patience, ...others] = waits.filter((wait) => wait > 1_000);
    assert.ok(patience! < 10_000 && others.length === 0, String(waits));
    keys.dispose();
  });

  it("asks the storage once for all that need the key within a second, and then again", async () => {
    const secrets = new TestSecrets();
    const keys = new Keychain(secrets);
    await keys.store("https://a.example", key);
    secrets.asked.length = 0;
    const both = [keys.get("https://a.example"), keys.get("https://b.example")];
    assert.deepEqual(await Promise.all(both), [key, undefined]);
    assert.equal(await keys.get("https://a.example"), key);
    assert.deepEqual(secrets.asked, ["get"]);
    await sleep(1_050);
    assert.equal(await keys.get("https://a.example"), key);
    assert.deepEqual(secrets.asked, ["get", "get"]);
    keys.dispose();
  });

  it("K7 gives out another key at once, whichever window stored it", async () => {
    const secrets = new TestSecrets();
    const [here, there] = [new Keychain(secrets), new Keychain(secrets)];
    await here.store("https://a.example", "first");
    assert.equal(await here.get("https://a.example"), "first");
    await there.store("https://a.example", "second");
    assert.equal(await here.get("https://a.example"), "second");
    await here.store("https://a.example", "third");
    assert.equal(await here.get("https://a.example"), "third");
    await here.forget("https://a.example");
    assert.equal(await here.get("https://a.example"), undefined);
    for (const keys of [here, there]) keys.dispose();
  });

  it("K7 says at once that a key was stored here, and not again when the event of it comes late", async () => {
    const secrets = new TestSecrets();
    const { announce } = secrets;
    const late: string[] = [];
    secrets.announce = (name) => void late.push(name);
    const keys = new Keychain(secrets);
    const changed: string[] = [];
    keys.onDidChange((id) => changed.push(id));
    const come = async () => {
      for (const name of late.splice(0)) announce(name);
      await sleep(20);
    };
    await keys.store("https://a.example", "first");
    assert.deepEqual(changed, [""]);
    await come();
    assert.deepEqual(changed, [""]);
    secrets.held.set("expertHub.key", `{"origin":"https://a.example","key":"elsewhere"}`);
    announce("expertHub.key");
    await sleep(20);
    assert.deepEqual(changed, ["", ""]);
    await keys.forget("https://a.example");
    await come();
    assert.deepEqual(changed, ["", "", ""]);
    keys.dispose();
  });

  it("does not give out what was read while the key was replaced", async () => {
    const secrets = new TestSecrets();
    const keys = new Keychain(secrets);
    await keys.store("https://a.example", "old");
    const late = Promise.withResolvers<never>();
    secrets.locked = () => late.promise;
    const storing = keys.store("https://a.example", "new");
    secrets.locked = undefined;
    assert.equal(await keys.get("https://a.example"), "old");
    secrets.held.set("expertHub.key", `{"origin":"https://a.example","key":"new"}`);
    late.resolve(undefined as never);
    await storing;
    assert.equal(await keys.get("https://a.example"), "new");
    keys.dispose();
  });

  it("does not remember that a keyring failed", async () => {
    const secrets = new TestSecrets();
    const keys = new Keychain(secrets);
    await keys.store("https://a.example", key);
    secrets.locked = refuses;
    assert.equal((await failureOf(keys.get("https://a.example"))).kind, "storage");
    secrets.locked = undefined;
    assert.equal(await keys.get("https://a.example"), key);
    keys.dispose();
  });

  it("remembers no key longer than that: none is left in memory", () => {
    const child = from("out/test/unit/platform/editor/readKeyChild.js");
    const printed = execFileSync(process.execPath, ["--expose-gc", child], { encoding: "utf8" });
    assert.deepEqual(JSON.parse(printed), { during: true, after: false });
  });

  it("K10 holds nothing of a key that was not kept: none is left in memory", () => {
    const child = from("out/test/unit/platform/editor/refusedKeyChild.js");
    const printed = execFileSync(process.execPath, ["--expose-gc", child], { encoding: "utf8" });
    assert.deepEqual(JSON.parse(printed), { during: true, after: false, kind: "storage" });
  });

  it("K9 is asked in one place, which ends every call in time", () => {
    const asks = /#?\bsecrets[!?)]*\.(?:get|store|delete|keys)\(/;
    const asking = globSync("src/**/*.ts").filter((file) => {
      const text = readFileSync(file, "utf8");
      const isAbout = /SecretStorage|context\.secrets/.test(text);
      return isAbout && asks.test(text) && !text.includes("#secrets: PatientSecrets;");
    });
    assert.deepEqual(asking, [path.normalize("src/platform/editor/patientSecrets.ts")]);
  });
});
