import assert from "node:assert/strict";
import { Setup, setupError } from "../../../../../src/features/experts/core/setup";
import { Roster } from "../../../../../src/features/experts/core/roster";
import { closeAll } from "../../../client/hubFixture";
import { refuses } from "../../../platform/editor/secretStorage";
import { connected } from "../../../support/appFixture";

describe("what is missing before anything can be asked", () => {
  afterEach(closeAll);

  it("is the hub, then its key, then an expert", async () => {
    const { connection, keys, own, settings, settingsChanged, store } = await connected();
    const roster = new Roster(connection, store);
    const setup = new Setup(connection, roster);
    const steps = async () => [await setup.next(), await setup.nextSetupStep()];
    assert.deepEqual(await steps(), ["expert", "expert"]);
    await roster.add([7]);
    assert.deepEqual(await steps(), [undefined, undefined]);
    await keys.forget(own.origin);
    assert.deepEqual(await steps(), ["key", "key"]);
    await connection.useBuiltIn(true);
    assert.deepEqual(await steps(), ["expert", "expert"], "the built-in hub needs no key");
    await connection.useBuiltIn(false);
    settings.baseUrl = "not an address";
    settingsChanged.fire();
    assert.deepEqual(await steps(), ["hub", "hub"]);
    settings.baseUrl = own.origin;
    await keys.store(own.origin, "k");
    assert.deepEqual(await steps(), [undefined, undefined]);
  });

  it("K9 is not the key where the keyring does not answer, but nothing is asked then", async () => {
    const { connection, keys, own, secrets, store } = await connected();
    const roster = new Roster(connection, store);
    await roster.add([7]);
    const setup = new Setup(connection, roster);
    await keys.store(own.origin, "k");
    secrets.locked = refuses;
    await assert.rejects(setup.next(), { kind: "storage" });
    assert.equal(await setup.nextSetupStep(), undefined);
  });

  it("is told in a sentence of its own", () => {
    const told = (["hub", "key", "expert"] as const).map((step) => {
      const { kind, message } = setupError(step);
      return [kind, message];
    });
    assert.deepEqual(told, [
      ["no-key", "No hub is connected yet."],
      ["no-key", "There is no API key for the hub yet."],
      ["invalid-request", "There is no expert to ask yet. Add one by its ID."],
    ]);
  });
});
