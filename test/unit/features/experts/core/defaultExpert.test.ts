import assert from "node:assert/strict";
import { defaultAt, withDefault } from "../../../../../src/features/experts/core/defaultExpert";

const [one, two] = ["https://one.example", "https://one.example#2"];

describe("the default expert of a hub", () => {
  it("is the one that its scope names, whatever the others have", () => {
    const value = { [one]: 7, [two]: null, "built-in": "x" };
    const named = [one, two, "built-in", "toString"].map((scope) => defaultAt(value, scope));
    assert.deepEqual(named, [7, undefined, undefined, undefined]);
  });

  it("is nobody for an ID that belongs to no hub, and for what is malformed", () => {
    for (const value of [undefined, null, 7, "7", [7], {}, { [one]: -1 }, { [one]: 1.5 }])
      assert.equal(defaultAt(value, one), undefined, JSON.stringify(value));
  });

  it("is set and removed without those of other hubs", () => {
    assert.deepEqual(withDefault(undefined, one, 7), { [one]: 7 });
    assert.deepEqual(withDefault(7, one, 8), { [one]: 8 });
    assert.deepEqual(withDefault({ [one]: 7 }, two, 8), { [one]: 7, [two]: 8 });
    assert.deepEqual(withDefault({ [one]: 7, [two]: 8 }, two, undefined), { [one]: 7 });
    assert.equal(withDefault({ [one]: 7 }, one, undefined), undefined);
  });
});
