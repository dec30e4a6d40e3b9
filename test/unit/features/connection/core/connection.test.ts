import assert from "node:assert/strict";
import type { RawExchange } from "../../../../support/rawServer";
import { until } from "../../../../support/until";
import { closeAll, failureOf } from "../../../client/hubFixture";
import { connected, sound } from "../../../support/appFixture";

describe("the connection", () => {
  afterEach(closeAll);

  it("names the hub in use, and the user's own one beside it", async () => {
    const { connection, own, settings, settingsChanged } = await connected();
    const host = new URL(own.origin).host;
    const named = { scope: own.origin, label: host, builtIn: false, id: "", hubUrl: "" } as const;
    const ownHub = { ...named, baseUrl: own.origin };
    assert.deepEqual([connection.hub, connection.ownHub], [ownHub, ownHub]);
    await connection.useBuiltIn(true);
    assert.deepEqual(connection.hub, { scope: "built-in", label: "built-in hub", builtIn: true });
    assert.deepEqual(connection.ownHub, ownHub);
    await connection.useBuiltIn(false);
    for (const [baseUrl, hub] of [
      ["", undefined],
      ["my hub", undefined],
      [`${own.origin}/prefix`, { ...named, baseUrl: `${own.origin}/prefix` }],
    ] as const) {
      settings.baseUrl = baseUrl;
      settingsChanged.fire();
      assert.deepEqual(connection.hub, hub);
    }
    settings.baseUrl = "";
    await assert.rejects(connection.client(), { kind: "no-key" });
  });

  it("tells when the hub or the key changes, and of nothing else", async () => {
    const { connection, keys, own, settings, settingsChanged, store } = await connected();
    let changes = 0;
    connection.onDidChange(() => changes++);
    settings.historyTurns = 3;
    settingsChanged.fire();
    await connection.useBuiltIn(false);
    connection.reload();
    assert.equal(changes, 0);
    await keys.store(own.origin, "another");
    assert.equal(changes, 1);
    await keys.forget(own.origin);
    assert.equal(changes, 2);
    await connection.useBuiltIn(true);
    assert.equal(changes, 3);
    await connection.useBuiltIn(true);
    assert.equal(changes, 3);
    await store.set("useBuiltInHub", false);
    connection.reload();
    assert.equal(changes, 4);
    settings.baseUrl = "https://b.example";
    settingsChanged.fire();
    assert.equal(changes, 5);
  });

  it("P9 lets a question end that is out when the hub changes, and ends all that are out at sign-out", async () => {
    const held: RawExchange[] = [];
    const { connection, own } = await connected((exchange) => held.push(exchange));
    const asked = (await connection.client()).invokeAgent({ input_data: "x" });
    await until("it is out", () => held.length === 1);
    await connection.useBuiltIn(true);
    sound(held[0]!);
    assert.equal((await asked).value.output, "Fine.");
    await connection.useBuiltIn(false);
    const ended = failureOf((await connection.client()).invokeAgent({ input_data: "y" }));
    await until("it is out", () => held.length === 2);
    connection.abortAll();
    assert.equal((await ended).kind, "cancelled");
    await own.idle();
  });

  it("P9 ends at sign-out also what is out on an earlier way, and takes another one from then on", async () => {
    const held: RawExchange[] = [];
    const { connection, own } = await connected((exchange) => held.push(exchange));
    const ended = failureOf((await connection.client()).invokeAgent({ input_data: "x" }));
    await until("it is out", () => held.length === 1);
    await connection.useBuiltIn(true);
    connection.abortAll();
    assert.equal((await ended).kind, "cancelled");
    await connection.useBuiltIn(false);
    connection.abortAll();
    const asked = (await connection.client()).invokeAgent({ input_data: "y" });
    await until("the next is out", () => held.length === 2);
    sound(held[1]!);
    assert.equal((await asked).value.output, "Fine.");
    assert.equal(own.requests.length, 2);
  });

  it("has the base address of each hub, and only the origin of one that was removed", async () => {
    const { connection, own, builtIn } = await connected();
    const baseUrl = "https://b.example/api";
    const added = await connection.hubs.add({ baseUrl, name: "B" });
    const scopes = ["built-in", own.origin, added.scope];
    const bases = () => Promise.all(scopes.map((scope) => connection.baseUrlOf(scope)));
    assert.deepEqual(await bases(), [builtIn.origin, own.origin, baseUrl]);
    await connection.hubs.remove(added);
    assert.deepEqual(await bases(), [builtIn.origin, own.origin, "https://b.example"]);
  });

  it("checks the hub in use, and a key that is not stored yet, by themselves", async () => {
    const { connection, own, settings } = await connected();
    const heard: unknown[] = [];
    const probe = await connection.probe((template) => heard.push(template));
    assert.equal(probe.baseUrl, own.origin);
    const trial = await connection.trial(own.origin, "typed");
    for (const { client, close } of [probe, trial]) {
      await client.getUser();
      await close();
      await assert.rejects(client.getUser());
    }
    assert.equal(heard.length, 1, "the other one reports nothing");
    const keys = own.requests.map((request) => /svc-api-key: (\S+)/i.exec(request)?.[1]);
    assert.deepEqual(keys, ["k", "typed"]);
    settings.baseUrl = "";
    await assert.rejects(
      connection.probe(() => undefined),
      { kind: "no-key" },
    );
  });

  it("tries anew to start the built-in hub once that has failed", async () => {
    let tries = 0;
    const { connection } = await connected(sound, async () => {
      throw new Error(`try ${++tries}`);
    });
    await connection.useBuiltIn(true);
    await assert.rejects(connection.client(), /try 1/);
    await assert.rejects(connection.client(), /try 2/);
  });

  it("N10 gives the built-in hub's key and questions to no program that has its port after it", async () => {
    const { connection, builtIn, builtInHub } = await connected();
    await connection.useBuiltIn(true);
    const client = await connection.client();
    await client.getUser();
    const before = builtIn.requests.length;
    // Whoever listens there now is another program to us.
    await builtInHub.stop();
    const error = await failureOf(client.invokeAgent({ input_data: "secret" }));
    assert.equal(error.kind, "conflict");
    assert.equal(builtIn.requests.length, before);
  });

  it("P7 goes to the hub that another window chose, and gives the other one neither key nor question", async () => {
    const { connection, own, builtIn, builtInHub, store } = await connected();
    await (await connection.client()).getUser();
    const before = own.bytes;
    let changes = 0;
    connection.onDidChange(() => changes++);
    await store.set("useBuiltInHub", true);
    const { value } = await (await connection.client()).invokeAgent({ input_data: "secret" });
    assert.equal(value.output, "Fine.");
    assert.equal(own.bytes, before);
    assert.equal(changes, 1);
    assert.ok(builtIn.requests[0]?.includes(builtInHub.key));

    const there = builtIn.bytes;
    await store.set("useBuiltInHub", false);
    await (await connection.client()).getUser();
    assert.equal(builtIn.bytes, there);
    assert.match(own.requests.at(-1) ?? "", /svc-api-key: k\r\n/);
  });
});
