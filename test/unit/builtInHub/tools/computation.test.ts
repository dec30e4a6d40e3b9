import assert from "node:assert/strict";
import { plain } from "../../../../src/builtInHub/tools/calculator/quantity";
import { rational } from "../../../../src/builtInHub/tools/calculator/rational";
import { Computation, Sessions, type Results } from "../../../../src/builtInHub/tools/computation";
import type { WireStep } from "../../../../src/builtInHub/tools/step";

const lines = (session: Results | undefined, ...asked: string[]) =>
  new Computation([], session).evaluate(asked).map(({ value }) => value);

const number = (at: number) => plain(rational(BigInt(at)));

describe("a computation", () => {
  it("keeps its variables to itself, and the last result for the session", () => {
    const session: Results = new Map();
    assert.deepEqual(lines(session, "x = 3", "x + ans"), ["3", "6"]);
    assert.deepEqual(lines(session, "ans + 1", "x"), ["7", undefined]);
    assert.deepEqual(lines(undefined, "ans"), [undefined]);
  });

  it("has variables of any name, which come before units and functions", () => {
    assert.deepEqual(
      lines(
        undefined,
        "x1 = 2 m/s^2",
        "höhe_2=3*x1",
        "höhe_2 * 5 s",
        "g = 4",
        "g + 1",
        "sum = g * 2",
        "sum - 1",
        "sum(sum, 1)",
        "x2",
        "pi = 3",
        "2 * pi",
      ),
      ["2 m/s^2", "6 m/s^2", "30 m/s", "4", "5", "8", "7", "9", undefined, "3", "6"],
    );
    assert.equal(lines(undefined, "floor(pi)")[0], "3");
  });

  it("gives both results where a unit is ambiguous, and goes on with the likelier one", () => {
    assert.deepEqual(lines(undefined, "1 kb to bytes", "ans * 2"), [
      "1000 bytes (kb as kB) or 125 bytes (kb as kbit)",
      "2000 bytes",
    ]);
  });

  const hostile: readonly (readonly [string, RegExp])[] = [
    ["import({a: 1})", /^Not understood: \{a/],
    ['evaluate("1")', /^Not understood/],
    ["f(x) = x", /^Not understood/],
    ["cos.constructor", /^Not understood/],
    ["1; 2", /^Not understood/],
    ["cos", /^Not understood/],
    ["det", /^Not understood: det/],
    ["(".repeat(60) + ")".repeat(60), /nested 50 deep/],
    ["1+".repeat(600) + "1", /^Not understood/],
    ["9^9^9", /too many digits/],
    ["1/0", /Division by zero/],
    ["variance(3)", /variance of a sample needs at least two values/],
    ["std(3)", /variance of a sample needs at least two values/],
    ["ln(0)", /no finite result/],
    ["(3", /bracket is missing/],
    ["sin(30)", /sin\(30 deg\)/],
  ];
  for (const [expression, problem] of hostile)
    it(`says what is wrong with ${expression.slice(0, 30)} in good time`, () => {
      const [computed] = new Computation([], undefined).evaluate([expression]);
      assert.match(computed?.problem ?? "", problem);
    });

  it("has 50 lines at most, and is one group of steps", () => {
    const steps: WireStep[][] = [];
    const computation = new Computation(steps, undefined);
    const many = Array.from({ length: 51 }, (_, at) => `${at}`);
    assert.equal(computation.evaluate(many).length, 50);
    assert.deepEqual(
      steps.map((group) => group.length),
      [50],
    );
    computation.evaluate([]);
    assert.equal(steps.length, 1);
  });

  it("of the 200 sessions that were used last is remembered", () => {
    const sessions = new Sessions();

    for (let at = 0; at < 200; at++) sessions.of(`${at}`).set("ans", number(at));
    sessions.of("0");
    sessions.of("200");
    assert.deepEqual(sessions.of("0").get("ans"), number(0));
    assert.deepEqual(sessions.of("2").get("ans"), number(2));
    assert.equal(sessions.of("1").get("ans"), undefined);
  });
});
