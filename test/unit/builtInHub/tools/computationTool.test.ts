import assert from "node:assert/strict";
import fc from "fast-check";
import { computationTool } from "../../../../src/builtInHub/tools/computationTool";
import { evaluate, functionNames } from "../../../../src/builtInHub/tools/evaluate";
import { call } from "./callTool";

const lines = async (...expressions: string[]): Promise<string[]> =>
  (await call(computationTool(), { expressions })).split("\n");

/** The result of one expression, or what is wrong with it. */
const resultOf = async (expression: string): Promise<string> => {
  const [line = ""] = await lines(expression);
  return line.slice(expression.length).replace(/^ = |^: /, "");
};

/** As often as it fits into the longest expression. */
const long = (part: string, end = "") =>
  part.repeat(Math.floor((2000 - end.length) / part.length)) + end;

describe("the computation engine for a model", () => {
  const right: readonly (readonly [expression: string, result: string])[] = [
    ["2 + 3 * 4", "14"],
    ["-2 ^ 2", "-4"],
    ["2 ^ 3 ^ 2", "512"],
    ["2 ** 10", "1024"],
    ["6 × 7 ÷ 2 − 1", "20"],
    ["0.1 + 0.2", "0.3"],
    ["0xff + 0b101", "260"],
    ["1 / 3", "0.333333333333333"],
    ["2 ^ 53 - 1", "9007199254740991"],
    ["2 ^ 60", "1.15292150460685e+18"],
    ["1e-7 / 3", "3.33333333333333e-8"],
    ["10 ^ 20", "1e+20"],
    ["200 + 10%", "220"],
    ["100 - 20%", "80"],
    ["50% * 80", "40"],
    ["(10%) + (5%)", "0.15"],
    ["(200 + 10%) + 10%", "242"],
    ["17 mod 5", "2"],
    ["17 % 5", "2"],
    ["-7 mod 3", "2"],
    ["5! / 3!", "20"],
    ["floor(4.35 * 100)", "435"],
    ["ceil(0.1 * 3 * 10)", "3"],
    ["floor(-1.5)", "-2"],
    ["ceil(1.5)", "2"],
    ["round(2.345, 2)", "2.35"],
    ["round(-2.5)", "-3"],
    ["ln(e ^ 2)", "2"],
    ["log(8, 2)", "3"],
    ["sin(30 * pi / 180)", "0.5"],
    ["atan2(1, 1) * 4 / pi", "1"],
    ["gcd(84, 36) + lcm(4, 6)", "24"],
    ["combinations(49, 6)", "13983816"],
    ["sum(1, 2, 3) + sum([4, 5])", "15"],
    ["median([3, 1, 2])", "2"],
    ["variance(1, 2, 3, 4)", "1.66666666666667"],
    ["min(3, 1) + max(3, 1)", "4"],
    ["-0", "0"],
    ["1 + 1 # the sum", "2"],
  ];
  it("G14 is right, in the digits that it shows", async () => {
    for (const [expression, result] of right) {
      assert.equal(await resultOf(expression), result, expression);
    }
  });

  it("G14 equals what JavaScript computes, for any expression of numbers", () => {
    const { expression } = fc.letrec<{ expression: string }>((tie) => ({
      expression: fc.oneof(
        { maxDepth: 6 },
        fc.nat(1000).map(String),
        fc.double({ min: 0.001, max: 1000, noNaN: true }).map((value) => value.toFixed(3)),
        fc
          .tuple(tie("expression"), fc.constantFrom("+", "-", "*", "/"), tie("expression"))
          .map(([one, operator, other]) => `(${one} ${operator} ${other})`),
        tie("expression").map((inner) => `-(${inner})`),
        tie("expression").map((inner) => `abs(${inner})`),
      ),
    }));
    fc.assert(
      fc.property(expression, (text) => {
        // oxlint-disable-next-line no-implied-eval
        const value = Function("abs", `return ${text}`)(Math.abs) as number;
        if (Number.isFinite(value)) assert.equal(evaluate(text, new Map()), value);
        else assert.throws(() => evaluate(text, new Map()), /no finite number/);
      }),
    );
  });

  it("computes each expression, with the variables of earlier ones, also of earlier calls", async () => {
    const tool = computationTool();
    assert.equal(
      await call(tool, {
        expressions: ["x = 6", "x * 7", "ans + 1", "höhe_2 = x", "pi = 3", "pi"],
      }),
      "x = 6 = 6\nx * 7 = 42\nans + 1 = 43\nhöhe_2 = x = 6\npi = 3 = 3\npi = 3",
    );
    assert.equal(await call(tool, "x + ans"), "x + ans = 9");
    assert.match(await call(computationTool(), "x"), /^x: error: x is neither a variable/);
  });

  it("says which functions there are", async () => {
    const { description } = computationTool();
    for (const name of functionNames) {
      assert.match(description, new RegExp(`\\b${name}\\b`));
      const two = name === "combinations" ? "3, 2" : "2, 1";
      const results = [await resultOf(`${name}(1)`), await resultOf(`${name}(${two})`)];
      assert.ok(
        results.some((result) => Number.isFinite(Number(result))),
        `${name}: ${results.join(" ")}`,
      );
    }
  });

  it("takes the arguments that models write instead of a list", async () => {
    for (const given of [
      { expressions: "6 * 7" },
      { expression: "6 * 7" },
      { query: " 6 * 7\n\n" },
      "6 * 7",
    ]) {
      assert.equal(await call(computationTool(), given), "6 * 7 = 42");
    }
  });

  it("says what is wrong with a call", async () => {
    for (const given of [
      undefined,
      null,
      {},
      [],
      7,
      "",
      { expressions: [] },
      { expressions: [" "] },
    ]) {
      assert.match(
        await call(computationTool(), given),
        /nothing to compute/,
        JSON.stringify(given),
      );
    }
    assert.match(await call(computationTool(), { expressions: [{ a: 1 }] }), /must be text/);
    assert.match(
      await call(computationTool(), { expressions: ["1".repeat(2001)] }),
      /2000 characters at most/,
    );
    const [first = "", second = "", third] = await lines("1 +", "1 / 0", "2");
    assert.match(first, /^1 \+: error: .+/);
    assert.match(second, /^1 \/ 0: error: .+/);
    assert.equal(third, "2 = 2");
  });

  const refused: readonly (readonly [expression: string, why: RegExp])[] = [
    ["3 GiB to MB", /no operator to/],
    ["3 * GiB", /GiB is neither a variable nor a constant; there are no units/],
    ["10% + 5%", /percentage/],
    ["100 - 20% - 10%", /percentage/],
    ["2 pi", /product needs its \*/],
    ["6 / 2(1 + 2)", /product needs its \*/],
    ["5 10", /Unexpected part/],
    ["1,000", /Unexpected operator/],
    ["1 > 2", /no operator >/],
    ["1 ? 2 : 3", /Only numbers/],
    ["1; 2", /Only numbers/],
    ["[1, 2]", /Only numbers/],
    ["mean([[1], 2])", /Only numbers/],
    ["sum(1:1000000000)", /Only numbers/],
    ["abs(1, 2)", /Too many arguments/],
    ["sqrt([4, 9])", /sqrt/],
    ["Infinity", /Only numbers/],
    ["NaN", /Only numbers/],
    ["1e400", /Only numbers/],
    ["true", /Only numbers/],
    ["# nothing", /Only numbers/],
    ["1 / (1 / 0)", /divide is no finite number/],
    ["0 / 0", /divide is no finite number/],
    ["sqrt(-1)", /sqrt is no finite number/],
    ["log(0)", /log is no finite number/],
    ["171!", /factorial is no finite number/],
    ["12345678901234567890 mod 97", /12345678901234567890 has too many digits/],
    ["2 ^ 100 mod 97", /mod takes numbers up to 1000000000000000/],
    ["gcd(2 ^ 60, 3)", /gcd takes numbers up to/],
    ["lcm(1e12, 1e12 - 1)", /lcm takes numbers up to/],
  ];
  it("G14 refuses what it cannot compute, or not exactly, and says why", async () => {
    for (const [expression, why] of refused) {
      const result = await resultOf(expression);
      assert.match(result, /^error: /, expression);
      assert.match(result, why, expression);
    }
  });

  const code: readonly string[] = [
    'import("fs")',
    "import({ sqrt: 1 })",
    "config({ number: 1 })",
    'createUnit("x")',
    'evaluate("1")',
    'parse("1")',
    'compile("1")',
    'simplify("1 + 1")',
    'derivative("x ^ 2", "x")',
    "import(1)",
    "config(1)",
    "create(1)",
    "parse(1)",
    "typed(1)",
    "emit(1)",
    "process.exit()",
    "f(x) = f(x)",
    "f(x) = x",
    "x = y = 1",
    "x[1] = 1",
    "x.constructor = 1",
    "x.__proto__.a = 1",
    "cos.constructor",
    'cos.constructor("return process")()',
    "[].constructor",
    '"a".constructor',
    "{a: 1}",
    "{}.a",
    "constructor(1)",
    "toString()",
    "hasOwnProperty(1)",
    "valueOf",
    "__proto__",
    "__proto__(1)",
    "cos",
    "map([1], cos)",
    "sqrt(cos)",
    "'a'",
    "(cos)(1)",
    "end",
    "this",
    "null",
    "undefined",
  ];
  it("G14 runs no code and reads nothing", async () => {
    const own = /: error: (?:Only numbers|There is no|\S+ is neither|A product|.*\(char \d+\)$)/;
    for (const hostile of code) {
      const [, result = ""] = await lines("x = 1", hostile);
      assert.match(result, own, hostile);
    }
  });

  const slow: readonly string[] = [
    "9 ^ 9 ^ 9 ^ 9",
    "factorial(1e9)",
    "combinations(1e9, 5e8)",
    "combinations(1e6, 5e5)",
    "gcd(1e15, 1e15 - 1)",
    `${"(".repeat(20)}1${" + 1%)".repeat(20)}`,
    `${"(".repeat(60)}1${" + 1%)".repeat(60)}`,
    `${"(".repeat(390)}1${" - 1%)".repeat(260)}`,
    "(".repeat(2000),
    `${"(".repeat(999)}1${")".repeat(999)}`,
    `${"[".repeat(999)}1${"]".repeat(999)}`,
    long("abs("),
    `${"abs(".repeat(390)}1${")".repeat(390)}`,
    long("-", "1"),
    long("2^", "1"),
    long("1+", "1"),
    long("1/2/", "1"),
    long("1!+", "1"),
    `1${long("!")}`.slice(0, 2000),
    `1${long("%")}`.slice(0, 2000),
    long("1%%"),
    long("1?", "1"),
    long("1?1:", "1"),
    long("a=", "1"),
    long("{a:"),
    long("1:", "1"),
    long("1<", "1"),
    long("not ", "1"),
    long("1??", "1"),
    long("(1)"),
    long("1/2(", "1"),
    long("1/2 a "),
    `'${"\\".repeat(1900)}`,
    long("1,"),
    long("1;"),
    long("9"),
    long("1e"),
    long("a.b."),
    long("x[1]"),
    `sum(${long("1,", "1)").slice(4)}`,
    `std([${long("1,", "1])").slice(5)}`,
  ];
  it("G14 ends in good time, whatever is nested or repeated", () => {
    for (const expression of slow) {
      assert.ok(expression.length <= 2000, expression);
      const start = performance.now();
      try {
        evaluate(expression, new Map([["a", 1]]));
      } catch (error) {
        assert.ok(error instanceof Error);
      }
      const took = performance.now() - start;
      assert.ok(took < 1000, `${expression.slice(0, 40)} took ${took} ms`);
    }
  });

  const pieces = (
    "1 2.5 1e308 0xff ( ) [ ] { } , ; : . = + - * / ^ % ! ' \" ? ?. ?? | & ~ < == > -> .* ** mod to in not and " +
    "x ans pi e i f sqrt sum std mean log combinations factorial import evaluate parse constructor __proto__ " +
    "prototype toString end true null NaN Infinity function return"
  ).split(" ");
  it("G14 gives a finite number or says why not, for any pieces in any order", () => {
    const text = fc
      .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...pieces) }, fc.string()), {
        maxLength: 60,
      })
      .map((some) => some.join(" ").slice(0, 2000));
    const before = Object.getOwnPropertyNames(Object.prototype).join();
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (expressions) => {
        const variables = new Map([["x", 2]]);
        for (const expression of expressions) {
          const start = performance.now();
          try {
            assert.ok(Number.isFinite(evaluate(expression, variables)), expression);
          } catch (error) {
            assert.ok(error instanceof Error && error.name !== "AssertionError", expression);
          }
          assert.ok(performance.now() - start < 1000, expression);
          for (const value of variables.values()) assert.ok(Number.isFinite(value), expression);
        }
      }),
      { numRuns: 2000 },
    );
    assert.equal(Object.getOwnPropertyNames(Object.prototype).join(), before);
    assert.equal(evaluate("sqrt(16) + 1 * 2", new Map()), 6);
  });

  it("says how many expressions it left out", async () => {
    const answer = await lines(...Array.from({ length: 60 }, (_, at) => `${at}`));
    assert.equal(answer[49], "49 = 49");
    assert.match(answer[50] ?? "", /^\[10 expressions were left out: 50 at most/);
    assert.equal(answer.length, 51);
  });

  it("keeps its answer small", async () => {
    const answers = [long("1+", "1"), "€".repeat(2000)].map((expression) =>
      lines(...Array.from({ length: 50 }, () => expression)),
    );
    for (const answer of await Promise.all(answers)) {
      assert.ok(answer.join("\n").length < 17_000);
      assert.equal(answer.length, 50);
    }
  });

  it("stops a computation when its signal is aborted", async () => {
    const reason = new Error("stopped");
    await assert.rejects(call(computationTool(), "1", AbortSignal.abort(reason)), reason);
  });

  it("answers without details when something unexpected happens", async () => {
    const given = {
      get expressions(): string[] {
        throw new Error("at /home/me/secret");
      },
    };
    assert.equal(
      await call(computationTool(), given),
      "Error: computation_engine failed for an unexpected reason.",
    );
  });

  it("is what the service calls computation_engine", () => {
    const { name, parameters } = computationTool();
    assert.equal(name, "computation_engine");
    assert.equal((parameters as { type: string }).type, "object");
  });
});
