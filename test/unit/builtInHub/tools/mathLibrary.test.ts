import assert from "node:assert/strict";
import { functions, math } from "../../../../src/builtInHub/tools/mathLibrary";

describe("the library of mathematics", () => {
  it("has every function that an expression may call, and every operator", () => {
    const held = math as unknown as Readonly<Record<string, unknown>>;
    for (const name of functions) assert.equal(typeof held[name], "function", name);
    for (const [expression, value] of [
      ["1 + 2 - 3 * 4 / 5 ^ 2", 2.52],
      ["-(7 mod 4) + +1", -2],
      ["3!", 6],
      ["1 < 2 and not (2 <= 1) or 3 > 4", true],
      ["3 >= 3 and 3 == 3 and 3 != 4", true],
      ["det([1, 2; 3, 4])", -2],
    ] as const)
      assert.equal(math.parse(expression).evaluate(), value);
  });
});
