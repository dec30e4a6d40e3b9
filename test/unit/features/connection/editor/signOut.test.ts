import assert from "node:assert/strict";
import { Account } from "../../../../../src/features/connection/core/account";
import { Roster } from "../../../../../src/features/experts/core/roster";
import { signOut } from "../../../../../src/features/connection/editor/signOut";
import { Keychain } from "../../../../../src/platform/editor/keychain";
import type { Notify } from "../../../../../src/platform/editor/notify";
import type { RawExchange } from "../../../../support/rawServer";
import { until } from "../../../../support/until";
import { connected, sound } from "../../../support/appFixture";
import { closeAll, failureOf } from "../../../client/hubFixture";
import { refuses, TestSecrets } from "../../../platform/editor/secretStorage";

const ada = { user_id: "u", name: "Ada", user_metadata: { tokens: 5 } };

async function signedIn(given?: Keychain) {
  const held: RawExchange[] = [];
  const fixture = await connected((exchange) => held.push(exchange));
  const { connection, keys, store, own } = fixture;
  const account = new Account(connection, keys, store);
  await account.remember(own.origin, ada);
  const name = `user:${own.origin}`;
  assert.ok(store.values.get(name), "it is kept under another name");
  const told: string[] = [];
  const command = signOut({
    connection,
    account,
    keys: given ?? keys,
    stopQuestions: () => {},
    notify: { information: (sentence: string) => told.push(sentence) } as unknown as Notify,
  });
  return { ...fixture, held, account, command, name, told };
}

describe("signing out", () => {
  afterEach(closeAll);

  it("K5 ends every read that is on its way, and what it was to bring is not kept", async () => {
    const { connection, account, store, own, held, command, name } = await signedIn();
    const roster = new Roster(connection, store);
    const probe = await connection.probe(() => undefined);
    const trial = await connection.trial(own.origin, "k");
    const reads = [
      failureOf(account.current()),
      failureOf(probe.client.getExpert(7)),
      failureOf(trial.client.getUser()),
    ];
    const adding = roster.add([7]);
    await until("all are out", () => held.length === 4);
    await command.run();
    for (const error of await Promise.all(reads)) assert.equal(error.kind, "cancelled");
    const nothing = { added: [], already: [], notFound: [], failed: [] };
    assert.deepEqual(await adding, nothing);
    await own.idle();
    assert.equal(store.values.get(name), undefined);
    assert.equal((await failureOf(account.current())).kind, "no-key");
    assert.equal(held.length, 4);
    await Promise.all([probe.close(), trial.close()]);
  });

  it("lets the next question out once there is a key again", async () => {
    const { connection, own, keys, held, command } = await signedIn();
    const ask = async () => {
      const client = await connection.client();
      const asked = client.invokeAgent({ input_data: "x" });
      await until("it is out", () => held.length === 1);
      sound(held.pop()!);
      return (await asked).value.output;
    };
    assert.equal(await ask(), "Fine.");
    await command.run();
    await keys.store(own.origin, "k2");
    assert.equal(await ask(), "Fine.");
  });

  it("K5 claims no success where the keyring does not delete the key", async () => {
    const secrets = new TestSecrets();
    secrets.locked = refuses;
    const keyring = new Keychain(secrets);
    const { command, told } = await signedIn(keyring);
    assert.equal((await failureOf(Promise.resolve(command.run()))).kind, "storage");
    assert.deepEqual(told, []);
    secrets.locked = undefined;
    await command.run();
    assert.match(told.join(), /^Signed out\./);
    keyring.dispose();
  });

  it("K5 keeps nobody of whom the hub tells in the same moment", async () => {
    const { account, store, held, keys, own, name } = await signedIn();
    const asked = account.current();
    await until("it is out", () => held.length === 1);
    await keys.forget(own.origin);
    await account.forget(own.origin);
    sound(held[0]!);
    assert.equal((await asked).name, "Ada");
    assert.equal(store.values.get(name), undefined);
  });

  it("K5 forgets the user of the own hub also while the built-in one is in use", async () => {
    const { connection, store, command, keys, own, name } = await signedIn();
    await connection.useBuiltIn(true);
    await command.run();
    assert.equal(await keys.get(own.origin), undefined);
    assert.equal(store.values.get(name), undefined);
  });
});
