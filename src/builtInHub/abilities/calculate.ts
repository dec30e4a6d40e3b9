import { calculationIn } from "../reading/expressions";
import { code, fence, paragraphs, table } from "../reading/markdown";
import { durationInWords } from "../reading/times";
import type { Computed } from "../tools/computation";
import { computationOff, inTime, type Ability } from "./ability";

const asks =
  /^(?:please\s+)?(?:calculate|compute|evaluate|solve|work out|convert|and|what(?:'s| is)|how (?:much|many|long))\b/i;

export const calculate: Ability = {
  id: 21,
  name: "Calculate with units",
  text: "Evaluates arithmetic, functions, physical units and conversions, one expression a line, whole numbers exactly. Lines may set variables for the lines after them, and `ans` is the last result of the session.",
  example: "How long does 3 GB / (100 Mbps) take in minutes?",
  opening: "How long does 3 GB / (100 Mbps) take in minutes?",
  suits(question) {
    const { lines, isWhole } = inTime(() => calculationIn(question));
    if (lines.length === 0) {
      return /^(?:calculate|compute|evaluate)\b/i.test(question.words) && question.isAttached
        ? "clear"
        : "none";
    }
    if (question.isAttached && question.words !== "" && !asks.test(question.words)) return "likely";
    if (isWhole) return "certain";
    if (lines.length === 1 && /^-?[\d_.]+(?:e[-+]?\d+)?$/i.test(lines[0] ?? "")) return "clear";
    return asks.test(question.words) && isDuration(question.words) ? "certain" : "likely";
  },
  async answer(question, { computation, isBrief }) {
    if (!computation) return computationOff;
    const expressions = inTime(() => calculationIn(question).lines);
    if (expressions.length === 0) {
      return "There is no calculation in this question. Write it as an expression, such as `3 mi to km` or `15% of 80`.";
    }
    if (isDuration(question.words)) {
      const [seconds] = await computation.evaluate(expressions.map((each) => `(${each}) / (1 s)`));
      const value = Number(seconds?.value);
      if (Number.isFinite(value)) return fence(durationInWords(value * 1000), "text");
    }
    const computed = await computation.evaluate(expressions);
    return shown(computed, isBrief);
  },
};

/** `how long is 86400 seconds`, without a unit that the answer should have. */
function isDuration(words: string): boolean {
  return /^how long (?:is|are|does|do) [\d.,]+\s*(?:ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hours?|days?|weeks?)\b(?! (?:in|to)\b)/i.test(
    words,
  );
}

function shown(computed: readonly Computed[], isBrief: boolean): string {
  const values = computed.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const result = values.length > 0 && fence(values.join("\n"), "text");
  const problems = computed
    .filter(({ problem }) => problem !== undefined)
    .map(({ query, problem }) => `- ${code(query)} could not be evaluated: ${problem}`)
    .join("\n");
  if (isBrief) return paragraphs(result, problems);
  const rows = computed.map(({ query, value }) => [
    code(query),
    value === undefined ? "–" : code(value),
  ]);
  return paragraphs(
    values.length > 0 && table(["Expression", "Result"], rows),
    result,
    problems,
    computed.some(({ isRounded }) => isRounded) &&
      "Numbers with a fraction or an exponent have about 15 digits here, so this whole number is rounded.",
    computed.some(({ query }) => /\b(?:years?|months?)\b/i.test(query)) &&
      "A year counts as 365.25 days here, and a month as a twelfth of it.",
  );
}
