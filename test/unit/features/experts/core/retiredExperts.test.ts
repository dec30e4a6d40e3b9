import assert from "node:assert/strict";
import { removeRetired } from "../../../../../src/features/experts/core/fileExperts";
import { Roster } from "../../../../../src/features/experts/core/roster";
import * as bundle from "../../../../../src/builtInHub/index";
import { atEnd, closeAll } from "../../../client/hubFixture";
import { connected } from "../../../support/appFixture";

const listWith = async (ids: readonly number[]) => {
  const fixture = await connected(undefined, async () => bundle);
  await fixture.connection.useBuiltIn(true);
  const roster = new Roster(fixture.connection, fixture.store);
  atEnd(async () => roster.dispose());
  const scope = fixture.connection.hub?.scope ?? "";
  await roster.stored.change(scope, (stored) => ({ ...stored, kept: ids.map((id) => ({ id })) }));
  const { expertIds } = await fixture.builtInHub.start();
  return { roster, expertIds, ids: () => roster.list.map(({ id }) => id) };
};

describe("experts that the built-in hub no longer has", () => {
  afterEach(closeAll);

  it("leave the list, and the others stay as they are", async () => {
    const { roster, expertIds, ids } = await listWith([3, 1, 2, 99, 4, 5]);
    await removeRetired(roster, expertIds);
    assert.deepEqual(ids(), [1, 99, 5]);
  });

  it("are followed by those that there are, where the list would be empty", async () => {
    const { roster, expertIds, ids } = await listWith([2, 3]);
    await removeRetired(roster, expertIds);
    assert.deepEqual(ids(), [5, 1]);
  });
});
