import assert from "node:assert/strict";
import type { OwnHub } from "../../../../../src/features/connection/core/hub";
import { closeAll, failureOf } from "../../../client/hubFixture";
import { connected } from "../../../support/appFixture";

const address = /^The address of .+ changed in the meantime\. Nothing was sent to the new one\.$/;
const key = /^The API key for .+ changed in the meantime\. Nothing was sent with the new one\.$/;
const removed = /^.+ was removed from your hubs in the meantime\. Nothing more is sent there\.$/;

type Connected = Awaited<ReturnType<typeof connected>>;
const changes: [string, RegExp, (at: Connected, hub: OwnHub) => Promise<unknown>][] = [
  ["was removed", removed, ({ connection }, hub) => connection.hubs.remove(hub)],
  [
    "has another origin",
    address,
    ({ connection, builtIn }, hub) => connection.hubs.setBaseUrl(hub, builtIn.origin),
  ],
  [
    "has another path at the same origin",
    address,
    ({ connection, own }, hub) => connection.hubs.setBaseUrl(hub, `${own.origin}/v2`),
  ],
  ["has another key", key, ({ keys }, hub) => keys.store(hub.scope, "other")],
  [
    "has another key, of which no event says so",
    key,
    async ({ keys, connection }, hub) => {
      keys.get = () => Promise.resolve("other");
      await connection.setupStep(hub);
    },
  ],
];

/** A hub that was added, with what a question to it has noted before the change. */
async function noted() {
  const made = await connected();
  const { connection, keys, own } = made;
  const hub = await connection.hubs.add({ baseUrl: own.origin, name: "Work" });
  await keys.store(hub.scope, "first");
  await connection.setupStep(hub);
  const at = connection.accountAt(hub)!;
  const client = await connection.clientFor(at);
  await client.getUser();
  return { ...made, hub, at, client };
}

describe("what was noted of a hub before it changed", () => {
  afterEach(closeAll);

  for (const [what, sentence, change] of changes)
    it(`O3 sends nothing once the hub ${what}`, async () => {
      const { at, client, hub, ...made } = await noted();
      await change(made, hub);
      assert.equal(made.connection.isUnchanged(at), false);
      assert.throws(() => made.connection.assertUnchanged(at), { message: sentence });
      const failures = [
        await failureOf(made.connection.clientFor(at)),
        await failureOf(client.getUser()),
      ];
      for (const { kind, message } of failures) {
        assert.equal(kind, "conflict");
        assert.match(message, sentence);
      }
      assert.deepEqual([made.own.requests.length, made.builtIn.requests.length], [1, 0]);
    });

  it("stays good where another hub changed, or only the name of this one", async () => {
    const { at, client, hub, connection, keys, own } = await noted();
    const other = await connection.hubs.add({ baseUrl: own.origin, name: "Other" });
    await keys.store(other.scope, "x");
    await connection.hubs.rename(hub, "Office");
    await connection.hubs.remove(other);
    assert.equal(connection.isUnchanged(at), true);
    await client.getUser();
    assert.equal(own.requests.length, 2);
  });
});

describe("the hub of a scope", () => {
  afterEach(closeAll);

  it("is found while it exists, the built-in one always", async () => {
    const { connection, hub, own } = await noted();
    const builtIn = connection.find("built-in");
    assert.equal(connection.find(hub.scope)?.scope, hub.scope);
    assert.equal(connection.find(own.origin)?.scope, own.origin);
    await connection.hubs.remove(hub);
    assert.equal(connection.find(hub.scope), undefined);
    assert.equal(builtIn?.builtIn, true);
  });
});
