import { computationOff, type Ability } from "./ability";
import { expressionsIn } from "../reading/expressions";
import { code, fence, paragraphs, table } from "../reading/markdown";

export const calculate: Ability = {
  id: 21,
  name: "Calculate with units",
  text: "Evaluates arithmetic, functions, physical units and conversions, one expression a line. Lines may set variables for the lines after them, and `ans` is the last result of the session.",
  example: "How long does 3 GB / (100 Mbps) take in minutes?",
  tools: ["computation_engine"],
  suits: () => true,
  async answer(question, { computation, isBrief }) {
    if (!computation) return computationOff;
    const expressions = expressionsIn(question);
    if (expressions.length === 0) {
      return "There is no calculation in this question. Write it as an expression, such as `3 mi to km` or `15% of 80`.";
    }
    const computed = await computation.evaluate(expressions);
    const values = computed.flatMap(({ value }) => (value === undefined ? [] : [value]));
    const result = values.length > 0 && fence(values.join("\n"), "text");
    const problems = computed
      .filter(({ problem }) => problem !== undefined)
      .map(({ query, problem }) => `- ${code(query)} could not be evaluated: ${problem}`)
      .join("\n");
    const rounded =
      values.some(isRounded) &&
      "Numbers have about 15 digits here. For exact whole numbers choose *Bits and bases*.";
    if (isBrief) return paragraphs(result, problems);
    const worked =
      values.length > 0 &&
      table(
        ["Expression", "Result"],
        computed.map(({ query, value }) => [code(query), value === undefined ? "–" : code(value)]),
      );
    return paragraphs(worked, result, problems, rounded);
  },
};

function isRounded(value: string): boolean {
  const number = Number(value);
  return Number.isInteger(number) && Math.abs(number) > Number.MAX_SAFE_INTEGER;
}
