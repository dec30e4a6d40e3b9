import { computationOff, type Ability } from "./ability";
import { fence, paragraphs, table } from "../reading/markdown";
import type { Summary } from "../tools/summary";

const maxNumbers = 100_000;
const bars = 10;

export const statistics: Ability = {
  id: 23,
  name: "Statistics",
  text: "Counts, adds up and describes the numbers of a selection: mean, median, percentiles, standard deviation and a histogram.",
  example: "statistics: 12 15 11 240 13 12",
  tools: ["computation_engine"],
  suits: ({ input }) =>
    /\b(?:statistics|stats|average|median|percentiles?|std(?:ev)?|standard deviation|histogram)\b/i.test(
      input,
    ),
  answer({ text }, { computation, isBrief }) {
    if (!computation) return computationOff;
    const numbers = numbersIn(text);
    if (numbers.length === 0) return "There are no numbers in this text.";
    if (numbers.length > maxNumbers) return `More than ${maxNumbers} numbers are too many here.`;
    const summary = computation.statistics(numbers);
    const shown = fence(lines(summary), "text");
    if (isBrief) return shown;
    return paragraphs(
      `${summary.count} numbers were read from the text.`,
      shown,
      summary.count > 1 && summary.max > summary.min && histogram(numbers, summary),
    );
  },
};

/** Separate numbers: not the digits inside a name, a version or a date. */
function numbersIn(text: string): number[] {
  return [
    ...text.matchAll(
      /(?<![\w.:/-])[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?(?![\w:/]|\.\d|-\d)/gi,
    ),
  ].map(([found]) => Number(found));
}

function lines(summary: Summary): string {
  const entries = Object.entries(summary).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    shorten(value as number),
  ]);
  const width = Math.max(...entries.map(([name = ""]) => name.length));
  return entries.map(([name = "", value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}

function histogram(numbers: readonly number[], { min, max }: Summary): string {
  const width = (max - min) / bars;
  const counts = Array.from({ length: bars }, () => 0);
  for (const number of numbers) {
    const bar = Math.min(bars - 1, Math.floor((number - min) / width));
    counts[bar] = (counts[bar] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  const rows = counts.map((held, bar) => [
    `${shorten(min + bar * width)} to ${shorten(min + (bar + 1) * width)}`,
    String(held),
    "█".repeat(Math.round((held / most) * 30)),
  ]);
  return table(["Range", "Count", ""], rows);
}

function shorten(number: number): string {
  return String(Number(number.toPrecision(12)));
}
