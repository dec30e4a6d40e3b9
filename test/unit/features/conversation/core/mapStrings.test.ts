import assert from "node:assert/strict";
import * as fc from "fast-check";
import { mapStrings } from "../../../../../src/features/conversation/core/mapStrings";

const json = fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify(value));
const noting = (seen: string[]) => (text: string) => {
  seen.push(text);
  return shout(text);
};
const shout = (text: string): string | undefined => (text.length > 2 ? `${text}!` : undefined);

describe("mapStrings", () => {
  it("replaces texts in order, at any depth, and nothing else", () => {
    fc.assert(
      fc.property(json, (text) => {
        const seen: string[] = [];
        const expected: string[] = [];
        const byJson: unknown = JSON.parse(text, function (_, value: unknown) {
          return typeof value === "string" ? (noting(expected)(value) ?? value) : value;
        });
        const given: unknown = JSON.parse(text);
        assert.deepEqual(mapStrings(given, noting(seen)), byJson);
        assert.deepEqual(seen, expected);
        assert.deepEqual(given, JSON.parse(text), "what was given is as before");
      }),
    );
  });

  it("keeps a field called __proto__ as a field", () => {
    const given: unknown = JSON.parse('{"__proto__":{"a":"abc"},"b":"abc"}');
    const mapped = mapStrings(given, shout);
    assert.equal(JSON.stringify(mapped), '{"__proto__":{"a":"abc!"},"b":"abc!"}');
    assert.equal(Object.getPrototypeOf(mapped), Object.prototype);
  });

  it("leaves what holds no replaced text as the same object", () => {
    const given = { same: { list: ["ab", 1, null] }, other: ["abc"] };
    const mapped = mapStrings(given, shout) as typeof given;
    assert.equal(mapped.same, given.same);
    assert.deepEqual(mapped.other, ["abc!"]);
    assert.equal(mapStrings(given.same, shout), given.same);
  });
});
