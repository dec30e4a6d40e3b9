import {
  withErrorText,
  CallProblem,
  type ServiceTool,
  argumentsOf,
  textArgument,
  type GivenArguments,
} from "./tool";
import { cut } from "./dataBlock";
import { withOwnTimeLimit } from "./timeLimit";

const maxExpressions = 50;
const maxInputLength = 2000;
/** Of an expression, and of what is wrong with it, in the answer. */
const maxEchoLength = 150;
const maxEvaluationMs = 250;

/** `computation_engine` for a model: arithmetic with variables, which last for one answer. */
export function computationTool(): ServiceTool {
  const variables = new Map<string, number>();
  return withErrorText<ServiceTool>({
    name: "computation_engine",
    description:
      "Computes with numbers of 15 digits; use it for every calculation instead of computing yourself. " +
      "It knows `+ - * / ^ mod !`, brackets, percentages (`200 + 10%`), variables, `pi` and `e`, and the functions " +
      "abs, round, floor, ceil, sign, sqrt, cbrt, nthRoot, exp, ln, log, log10, log2, sin, cos, tan, asin, acos, " +
      "atan, atan2, sinh, cosh, tanh, hypot, gcd, lcm, mod, factorial, combinations, min, max, sum, prod, mean, " +
      "median, variance, std. `log(x)` is natural, `log(8, 2)` has a base, `round(2.345, 2)` places, and angles " +
      "are in radians: `sin(30 * pi / 180)`. A product has its `*`: `2 * (3 + 4)`. There are no units, so " +
      "convert with factors.",
    parameters: {
      type: "object",
      properties: {
        expressions: {
          type: "array",
          items: { type: "string" },
          description: `Up to ${maxExpressions} expressions; later ones may use the variables of earlier ones, such as \`x = 3\`, and \`ans\`.`,
        },
      },
      required: ["expressions"],
    },
    async run(given) {
      const expressions = expressionsOf(argumentsOf(given, "expressions"));
      // With the library, which is loaded for the first calculation.
      const { evaluate } = await import("./evaluate");
      const lines = expressions.slice(0, maxExpressions).map((expression) => {
        try {
          const compute = () => evaluate(expression, variables);
          const result = withOwnTimeLimit(maxEvaluationMs, compute);
          return `${cut(expression, maxEchoLength)} = ${inDigits(result)}`;
        } catch (error) {
          const { message } = error as Error;
          return `${cut(expression, maxEchoLength)}: error: ${cut(message, maxEchoLength)}`;
        }
      });
      return [...lines, ...leftOut(expressions.length - lines.length)].join("\n");
    },
  });
}
/** The lines of a list or text; `expression` and `query` are what models write as well. */
function expressionsOf(given: GivenArguments): string[] {
  const value = given["expressions"] ?? given["expression"] ?? given["query"];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const lines = list
    .flatMap((each) =>
      (textArgument({ each }, "each", maxInputLength * maxExpressions) ?? "").split("\n"),
    )
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (lines.length === 0) {
    throw new CallProblem("There is nothing to compute: the argument expressions is empty.");
  }
  if (lines.some((line) => line.length > maxInputLength)) {
    throw new CallProblem(`An expression may have ${maxInputLength} characters at most.`);
  }
  return lines;
}

/** The exact number if it is whole and safe, else 15 digits. */
function inDigits(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  const rounded = Number(value.toPrecision(15));
  return Math.abs(rounded) < 1e15 ? String(rounded) : rounded.toExponential();
}

function leftOut(count: number): string[] {
  if (count === 0) return [];
  return [
    `[${count} expressions were left out: ${maxExpressions} at most are computed in a call.]`,
  ];
}
