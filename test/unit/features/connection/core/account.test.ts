import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import {
  Account,
  balanceInWords,
  isLow,
} from "../../../../../src/features/connection/core/account";
import type { Keys } from "../../../../../src/platform/core/ports";
import { Emitter } from "../../../../../src/kit/event";
import { onUnexpectedError } from "../../../../../src/kit/unexpectedErrors";
import { closeAll } from "../../../client/hubFixture";
import type { RawExchange } from "../../../../support/rawServer";
import { until } from "../../../../support/until";
import { connected, sound } from "../../../support/appFixture";
import { useMessages } from "../../../../../src/kit/l10n";

const ada = { user_id: "u", name: "Ada", user_metadata: { tokens: 5 } };
const settled = () => sleep(20);

async function known() {
  const fixture = await connected();
  const { connection, keys, store, own } = fixture;
  const account = new Account(connection, keys, store);
  await account.remember(own.origin, ada);
  assert.equal(account.known?.name, "Ada");
  const name = `user:${own.origin}`;
  assert.ok(store.values.get(name), "it is kept under another name");
  return { ...fixture, account, name };
}

const locked = () => Promise.reject(new Error("locked"));

describe("the account", () => {
  afterEach(closeAll);

  it("K5 is forgotten with the key, whichever hub is in use and whichever window took it away", async () => {
    for (const useBuiltIn of [false, true]) {
      const { account, connection, keys, store, name, own } = await known();
      await keys.store(own.origin, "another");
      await settled();
      assert.equal(account.known?.name, "Ada");
      await connection.useBuiltIn(useBuiltIn);
      await keys.forget(own.origin);
      await settled();
      assert.equal(store.values.get(name), undefined);
    }
  });

  it("tells when it is known, changed or forgotten", async () => {
    const { account, connection, keys, own } = await known();
    const names: unknown[] = [];
    account.onDidChange(() => names.push(account.known?.name));
    await account.remember(own.origin, { ...ada, name: "Eve" });
    await keys.forget(own.origin);
    await settled();
    assert.deepEqual(names, ["Eve", undefined]);
    await connection.useBuiltIn(true);
    await account.current();
    assert.deepEqual(names, ["Eve", undefined, "Ada"]);
  });

  it("is that of the hub that another window chose, and none where there is no hub", async () => {
    const { account, connection, store, own, builtIn, settings } = await known();
    let changes = 0;
    connection.onDidChange(() => changes++);
    await store.set("useBuiltInHub", true);
    await account.current();
    assert.deepEqual([own.requests.length, builtIn.requests.length, changes], [0, 1, 1]);
    await store.set("useBuiltInHub", false);
    settings.baseUrl = "";
    await assert.rejects(account.current(), { kind: "no-key" });
  });

  it("K5 is forgotten for the hub alone whose key was taken away", async () => {
    const { account, connection, keys, store, name } = await known();
    const added = await connection.hubs.add({ baseUrl: "https://b.example", name: "B" });
    await keys.store(added.scope, "b");
    await account.remember(added.scope, { ...ada, name: "Bea" });
    await keys.forget(added.scope);
    await settled();
    assert.deepEqual(
      [name, `user:${added.scope}`].map((one) => store.values.get(one)),
      [ada, undefined],
    );
  });

  it("keeps of the user the id, the name and the balance alone", async () => {
    const { account, store, name, own } = await known();
    await account.remember(own.origin, { ...ada, nickname: "A", logins_count: 7 });
    assert.deepEqual(store.values.get(name), ada);
    await account.remember(own.origin, {});
    assert.deepEqual(store.values.get(name), {});
  });

  it("forgets the account with the address of its hub", async () => {
    const { settings, settingsChanged, store, name } = await known();
    settings.baseUrl = "https://other.example";
    settingsChanged.fire();
    await settled();
    assert.equal(store.values.get(name), undefined);
  });

  it("K5 does not come back with an answer that was on its way", async () => {
    const held: RawExchange[] = [];
    const { connection, keys, store, own } = await connected((exchange) => held.push(exchange));
    const account = new Account(connection, keys, store);
    const asked = account.current();
    await until("the hub is asked", () => held.length === 1);
    await account.forget(own.origin);
    sound(held[0]!);
    assert.equal((await asked).name, "Ada");
    assert.equal(store.values.get(`user:${own.origin}`), undefined);
  });

  it("is known to whoever asked for it, however slow the disk is", async () => {
    const { connection, keys, store } = await connected();
    const update = store.update.bind(store);
    store.update = async (...given) => {
      await sleep(5);
      return update(...given);
    };
    const account = new Account(connection, keys, store);
    await account.current();
    assert.equal(account.known?.name, "Ada");
  });

  it("K5 D2 is reported where it cannot be forgotten with its key or its address", async () => {
    const { keys, own, settings, settingsChanged, store } = await known();
    store.update = () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" }));
    const reported: unknown[] = [];
    const listening = onUnexpectedError((error) => reported.push(String(error)));
    await keys.forget(own.origin);
    await until("the first is reported", () => reported.length === 1);
    settings.baseUrl = "https://other.example";
    settingsChanged.fire();
    await until("the second is reported", () => reported.length === 2);
    listening.dispose();
    for (const sentence of reported)
      assert.match(String(sentence), /The account could not be saved: the disk is full\./);
  });

  it("K8 outlives a key that the keyring lost, whatever setting is changed meanwhile", async () => {
    const { account, connection, secrets, settings, settingsChanged } = await known();
    secrets.held.clear();
    await sleep(1_050);
    assert.equal(await connection.setupStep(), "key");
    settingsChanged.fire();
    settings.baseUrl += "/prefix";
    settingsChanged.fire();
    await settled();
    assert.equal(account.known?.name, "Ada");
  });

  it("K9 outlives a keyring that does not answer", async () => {
    const { connection, keys, store, own } = await known();
    const changed = new Emitter<string>();
    const account = new Account(
      connection,
      { ...keys, get: locked, onDidChange: changed.event } as unknown as Keys,
      store,
    );
    changed.fire("");
    await settled();
    assert.equal(store.values.has(`user:${own.origin}`) && account.known?.name, "Ada");
  });
});

describe("a balance", () => {
  it("is low below a thousand tokens, and not while it is unknown", () => {
    assert.deepEqual([0, 999, 1000, undefined].map(isLow), [true, true, false, false]);
  });

  it("is in words, with numbers as the language writes them", () => {
    assert.deepEqual([0, 1, 12_345].map(balanceInWords), ["0 tokens", "1 token", "12,345 tokens"]);
    useMessages({ "{0} tokens": "{0} Token" }, "de");
    try {
      assert.equal(balanceInWords(12_345), "12.345 Token");
    } finally {
      useMessages({});
    }
  });
});
