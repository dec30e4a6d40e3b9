import assert from "node:assert/strict";
import {
  AbilityNode,
  ExpertNode,
  ModelNode,
  type Node,
} from "../../../src/features/experts/editor/expertRows";
import { connectedTo } from "../support/connected";
import { startHub, type TestHub } from "../support/hub";

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
    const { roster } = connectedTo(hub);
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
    const { roster } = connectedTo(hub);
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
    const { roster } = connectedTo(hub);
    const { failed } = await roster.add([2018]);
    assert.equal(failed[0]?.error.kind, "bad-response");
    assert.equal(roster.get(2018)?.expert, undefined);
  });

  it("K6 keeps of the user only what is allowed", async () => {
    const { account } = connectedTo(hub);
    const kept = JSON.stringify([await account.current(), account.known]);
    for (const [name, secret] of Object.entries(hub.canaries)) {
      assert.equal(kept.includes(secret), false, name);
    }
    assert.doesNotMatch(kept, /access_token|api_keys|last_ip|identities|"email"/);
  });
});
