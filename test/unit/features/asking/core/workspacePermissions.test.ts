import assert from "node:assert/strict";
import {
  type WorkspacePermission,
  WorkspacePermissions,
} from "../../../../../src/features/asking/core/workspacePermissions";
import { TestStore } from "../../../support/appFixture";

const own: WorkspacePermission = { hubScope: "https://a.example", expertId: 7, name: "Seven" };
const reader = { id: "mcp:a", name: "A" };

/** Each differs in one thing that tells permissions apart. */
const apart: readonly WorkspacePermission[] = [
  own,
  { ...own, hubScope: "https://b.example" },
  { ...own, expertId: 8 },
  { ...own, reader },
  { ...own, reader: { ...reader, id: "mcp:b" } },
];

describe("what an expert may read in this workspace without being asked about", () => {
  it("differs by hub, expert and reader, whatever their names are", async () => {
    const permissions = new WorkspacePermissions(new TestStore());
    for (const one of apart) {
      assert.equal(permissions.has(one), false);
      await permissions.add(one);
    }
    assert.deepEqual(permissions.list, apart);
    await permissions.add({ ...own, name: "Seven, renamed" });
    assert.equal(permissions.list.length, apart.length);
    for (const [at, one] of apart.entries()) {
      await permissions.remove({ ...one, name: "x" });
      assert.deepEqual(
        apart.map((other) => permissions.has(other)),
        apart.map((_, other) => other > at),
      );
    }
  });

  it("leaves out what no version has written", async () => {
    const store = new TestStore();
    const permissions = new WorkspacePermissions(store);
    for (const odd of [undefined, null, "x", own, { length: 1, 0: own }]) {
      await store.set("workspacePermissions", odd);
      assert.deepEqual(permissions.list, []);
    }
    const broken = [
      null,
      "x",
      { ...own, hubScope: 1 },
      { ...own, expertId: "7" },
      { ...own, name: undefined },
      { ...own, reader: null },
      { ...own, reader: { ...reader, id: 1 } },
      { ...own, reader: { ...reader, name: 1 } },
    ];
    const sound = { ...own, reader };
    await store.set("workspacePermissions", [...broken, own, sound]);
    assert.deepEqual(permissions.list, [own, sound]);
    await permissions.remove(own);
    assert.deepEqual(store.values.get("workspacePermissions"), [sound]);
  });
});
