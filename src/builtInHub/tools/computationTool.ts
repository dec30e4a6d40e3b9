import { withErrorText, CallProblem, type Tool } from "./tool";
import type { Computation } from "./computation";
import { functionNames } from "./calculator/functions";
import { cut } from "./dataBlock";
import { argumentsOf, textArgument, type GivenArguments } from "./givenArguments";

const maxExpressions = 50;
const maxInputLength = 2000;
const maxOutputLength = 4000;
const maxOutput = 16_000;

/** `computation_engine` for a model: the calculator, with variables. */
export function computationTool(computation: Pick<Computation, "evaluate">): Tool {
  return withErrorText({
    name: "computation_engine",
    description:
      "Computes exactly; use it for every calculation instead of computing yourself. " +
      "Units and percentages (`3 GiB to MB`, `72 degF to degC`, `200 + 10%`), whole numbers of any length, `^`, `mod`, `!`, " +
      `other bases (\`0xff to binary\`), variables, and the functions ${[...functionNames].join(", ")}. ` +
      "An angle has a unit: `sin(30 deg)`. A product has its `*`: `2 * (3 + 4)`.",
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
      const asked = expressions.slice(0, maxExpressions);
      const lines = computation
        .evaluate(asked)
        .map(({ query, value, problem }) =>
          value === undefined
            ? `${query}: error: ${problem ?? "It has no value."}`
            : `${query} = ${cut(value, maxOutputLength)}`,
        );
      return [...within(lines), ...leftOut(expressions.length - asked.length)].join("\n");
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

function within(lines: readonly string[]): string[] {
  let left = maxOutput;
  const fitting = lines.filter((line) => (left -= line.length + 1) >= 0);
  const missing = lines.length - fitting.length;
  if (missing === 0) return fitting;
  return [...fitting, `[${missing} results are too long to be shown; ask for fewer at a time.]`];
}

function leftOut(count: number): string[] {
  if (count === 0) return [];
  return [
    `[${count} expressions were left out: ${maxExpressions} at most are computed in a call.]`,
  ];
}
