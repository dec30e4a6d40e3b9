import assert from "node:assert/strict";
import { defaultAt, withDefault } from "../../../../../src/features/experts/core/defaultExpert";

const [one, two] = ["https://one.example", "https://one.example#2"];
const ofOne = () => one;
const nowhere = () => undefined;

describe("the default expert of a hub", () => {
  it("is the one that its scope names, whatever the others have", () => {
    const value = { [one]: 7, [two]: null, "built-in": "x" };
    const named = [one, two, "built-in", "toString"].map((scope) => defaultAt(value, scope, ofOne));
    assert.deepEqual(named, [7, null, undefined, undefined]);
  });

  it("is an ID alone only for the hub that it stands for", () => {
    assert.deepEqual(
      [defaultAt(7, one, ofOne), defaultAt(7, two, ofOne), defaultAt(7, one, nowhere)],
      [7, undefined, undefined],
    );
  });

  it("is nobody for null, and unsaid for what is missing or malformed", () => {
    assert.equal(defaultAt(null, one, ofOne), null);
    for (const value of [undefined, "7", -1, 1.5, [7], {}])
      assert.equal(defaultAt(value, one, ofOne), undefined, JSON.stringify(value));
  });

  it("is set and removed without those of other hubs", () => {
    assert.deepEqual(withDefault(undefined, one, 7, nowhere), { [one]: 7 });
    assert.deepEqual(withDefault({ [one]: 7 }, two, 8, nowhere), { [one]: 7, [two]: 8 });
    assert.deepEqual(withDefault({ [one]: 7, [two]: 8 }, two, undefined, nowhere), { [one]: 7 });
    assert.equal(withDefault({ [one]: 7 }, one, undefined, nowhere), undefined);
  });

  it("keeps the hub of an ID alone", () => {
    assert.deepEqual(withDefault(7, two, 8, ofOne), { [one]: 7, [two]: 8 });
    assert.deepEqual(withDefault(7, one, 8, ofOne), { [one]: 8 });
    assert.deepEqual(withDefault(7, two, 8, nowhere), { [two]: 8 });
  });
});
