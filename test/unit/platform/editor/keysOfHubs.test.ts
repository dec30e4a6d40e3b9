import assert from "node:assert/strict";
import { Keychain } from "../../../../src/platform/editor/keychain";
import { TestSecrets } from "./secretStorage";

const [first, second] = ["https://a.example", "https://a.example#1"];

describe("the keys of several hubs", () => {
  it("O3 K5 are stored, given out, replaced and deleted one by one", async () => {
    const secrets = new TestSecrets();
    const keys = new Keychain(secrets);
    const changed: string[] = [];
    keys.onDidChange((id) => changed.push(id));
    await keys.store(first, "one");
    await keys.store(second, "two");
    assert.deepEqual([await keys.get(first), await keys.get(second)], ["one", "two"]);
    assert.deepEqual([...secrets.held.keys()], ["expertHub.key", "expertHub.key#1"]);
    await keys.store(second, "three");
    await keys.forget(first);
    assert.deepEqual([await keys.get(first), await keys.get(second)], [undefined, "three"]);
    assert.deepEqual(changed, ["", "1", "1", ""]);
    keys.dispose();
  });

  it("O3 are given out for the origin that they were stored for, and no other", async () => {
    const keys = new Keychain(new TestSecrets());
    await keys.store(second, "two");
    for (const scope of ["https://b.example#1", "http://a.example#1", "https://a.example:1#1"])
      assert.equal(await keys.get(scope), undefined, scope);
    for (const scope of [first, "https://a.example#2", "built-in"])
      assert.equal(await keys.get(scope), undefined, scope);
    keys.dispose();
  });

  it("are read anew after another window has changed one", async () => {
    const secrets = new TestSecrets();
    const [here, there] = [new Keychain(secrets), new Keychain(secrets)];
    await here.store(second, "two");
    assert.equal(await there.get(second), "two");
    await here.store(second, "three");
    assert.equal(await there.get(second), "three");
    for (const keys of [here, there]) keys.dispose();
  });
});
