import assert from "node:assert/strict";
import { evaluateIntegers } from "../../../../src/builtInHub/tools/integers";
import { evaluate } from "../../../../src/builtInHub/tools/mathematics";
import { withTimeLimit, withOwnTimeLimit } from "../../../../src/builtInHub/tools/timeLimit";

describe("the computation engine", () => {
  const hostile: readonly (readonly [string, RegExp])[] = [
    ["import({a: 1})", /no function import|not allowed/],
    ['evaluate("1")', /no function evaluate|not allowed/],
    ["f(x) = x", /Defining a function/],
    ["zeros(1e5, 1e5)", /no function zeros/],
    ["1:1e9", /A range/],
    ["[1,2,3][1]", /Reaching into/],
    ["cos.constructor", /Reaching into|brackets/],
    ['"text"', /Text is not allowed/],
    ["{a: 1}", /An object/],
    ["1; 2", /More than one/],
    ["cos", /needs its arguments/],
    ['createUnit("foo")', /no function createUnit/],
    ["(".repeat(60) + ")".repeat(60), /nested 50 deep/],
    ["1+".repeat(1500) + "1", /2000 characters/],
    ["1+".repeat(600) + "1", /500 parts/],
    ["combinations(1e9, 5e8)", /longer than 250 ms/],
  ];
  for (const [expression, problem] of hostile) {
    it(`refuses ${expression.slice(0, 30)} in good time`, () => {
      // What is not refused in time runs into the suite's own timeout.
      assert.throws(() => evaluate(expression, new Map()), problem);
    });
  }

  it("reads the power as programmers write it", () => {
    assert.equal(evaluate("2**30", new Map()).shown, "1073741824");
  });

  it("does not let a line change what a later question sees", () => {
    evaluate("pi = 3", new Map());
    assert.equal(evaluate("pi", new Map()).shown, "3.1415926535898");
  });

  it("tells a result in units that do not hang on the questions before", () => {
    for (const before of ["60 mph", "60 rpm", "3 ft", "1 Mbps"]) evaluate(before, new Map());
    assert.equal(evaluate("100 km / (2 h)", new Map()).shown, "50 km/h");
    assert.equal(evaluate("1 / (2 s)", new Map()).shown, "0.5 1/s");
    assert.equal(evaluate("5 MB / (2 s)", new Map()).shown, "2.5 MB/s");
  });

  it("computes whole numbers as C orders them", () => {
    assert.equal(evaluateIntegers("1 | 2 ^ 3 & 6"), 1n | (2n ^ (3n & 6n)));
    assert.equal(evaluateIntegers("1 << 2 + 3"), 32n);
    assert.equal(evaluateIntegers("2 ** 3 ** 2"), 512n);
    assert.equal(evaluateIntegers("-(3 - 10) % 4"), 3n);
    assert.equal(evaluateIntegers("0xFFFF_FFFF"), 4_294_967_295n);
  });

  for (const expression of [
    "1 << 5000",
    "9 ** 9 ** 9",
    "1 / 0",
    "(1",
    "5 5",
    "",
    "1.5",
    `${"(".repeat(200)}1`,
    "2 ** -1",
  ]) {
    it(`refuses the whole-number expression ${JSON.stringify(expression.slice(0, 20))}`, () => {
      assert.throws(() => evaluateIntegers(expression));
    });
  }

  it("ends a runaway regular expression", () => {
    assert.throws(
      () => withTimeLimit(50, () => /^(a+)+$/.test(`${"a".repeat(40)}b`)),
      /longer than 50 ms/,
    );
    assert.equal(
      withOwnTimeLimit(50, () => 7),
      7,
    );
  });
});
