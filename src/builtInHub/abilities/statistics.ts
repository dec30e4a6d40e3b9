import { looksLikeCode } from "../reading/dataShape";
import { fence, paragraphs, table } from "../reading/markdown";
import type { Question } from "../reading/question";
import type { Summary } from "../tools/summary";
import { computationOff, inTime, type Ability } from "./ability";

const maxNumbers = 100_000;
const bars = 10;

/** What can be asked for by name. */
const measures: readonly (readonly [keyof Summary, RegExp])[] = [
  ["mean", /\b(?:mean|average|avg)\b/i],
  ["median", /\bmedian\b/i],
  ["sum", /\b(?:sum|total|add up|add (?:these|them|all))\b/i],
  ["min", /(?<!\d\s*)\bmin\b|\b(?:minimum|smallest|lowest)\b/i],
  ["max", /\b(?:max|maximum|largest|highest|biggest)\b/i],
  ["variance", /\b(?:variance|var)\b/i],
  ["standardDeviation", /\b(?:std|stdev|stddev|std\.? dev|standard deviation)\b/i],
  ["p25", /\bp25\b|\b25(?:th)? percentile\b/i],
  ["p75", /\bp75\b|\b75(?:th)? percentile\b/i],
  ["p90", /\bp90\b|\b90(?:th)? percentile\b/i],
  ["p95", /\bp95\b|\b95(?:th)? percentile\b/i],
  ["p99", /\bp99\b|\b99(?:th)? percentile\b/i],
];
const all = /\b(?:statistics|stats|percentiles|histogram|distribution|describe)\b/i;

export const statistics: Ability = {
  id: 23,
  name: "Statistics",
  text: "Counts, adds up and describes the numbers of a selection: mean, median, percentiles, standard deviation and a histogram.",
  example: "statistics: 12 15 11 240 13 12",
  opening: "What is the median of 12, 15, 11 and 240?",
  suits(question) {
    const { words, isAttached, text } = question;
    if (isAttached && looksLikeCode(text)) return "none";
    const asks = all.test(words) || askedIn(words).length > 0;
    if (!asks || /\b[a-z]\w*\(/i.test(words)) return "none";
    if (!isAttached && words !== "" && !isAboutNumbers(words)) return "none";
    const found = inTime(() => numbersIn(textOf(question)).length);
    if (found > 1) return "certain";
    return isAttached || /\bnumbers\b/i.test(words) || all.test(words) ? "clear" : "none";
  },
  answer(question, { computation, isBrief }) {
    if (!computation) return computationOff;
    return inTime(() => {
      const numbers = numbersIn(textOf(question));
      if (numbers.length === 0) return "There are no numbers in this text.";
      if (numbers.length > maxNumbers) return `More than ${maxNumbers} numbers are too many here.`;
      const summary = computation.statistics(numbers);
      const asked = all.test(question.words) ? [] : askedIn(question.words);
      const values = asked.map((name) => shorten(summary[name]));
      const everything = fence(lines(summary), "text");
      const shown = asked.length > 0 ? fence(values.join("\n"), "text") : everything;
      if (isBrief) return shown;
      return paragraphs(
        `${numbers.length} numbers were read from the text.`,
        shown,
        asked.length > 0 && everything,
        summary.count > 1 && summary.max > summary.min && histogram(numbers, summary),
      );
    });
  },
};

/** Whether the words say nothing but what to do with numbers. */
function isAboutNumbers(words: string): boolean {
  const rest = measures.reduce((left, [, pattern]) => left.replace(pattern, ""), words);
  const others = rest.replace(all, "").match(/(?<![\w.])[a-z']{2,}/gi) ?? [];
  return others.every((word) => fillers.test(word));
}

const fillers =
  /^(?:what|what's|whats|is|are|the|of|and|for|these|those|numbers?|values?|calculate|compute|find|get|give|me|show|tell|in|list|please|series|sample|deviation|percentile|up|all|from|previous|last|results?|it|this|that|them|data|selection)$/i;

function askedIn(words: string): (keyof Summary)[] {
  return measures.filter(([, pattern]) => pattern.test(words)).map(([name]) => name);
}

function textOf({ isAttached, text, words, previous }: Question): string {
  if (isAttached) return text;
  const own = words === "" ? text : words.replace(/\b\d+(?:th)? percentile\b/gi, "");
  return /\d/.test(own) ? own : (previous ?? own);
}

const number = /(?<![\w.:/-])[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?(?![\w:/]|\.\d|-\d)/gi;
const grouped = /(?<![\w.:/-]|\d,)[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w:/]|,\d|\.\d|-\d)/g;

/**
 * Separate numbers: not the digits inside a name, a version or a date. A comma between groups of
 * three digits is one of thousands where something else separates the numbers.
 */
function numbersIn(text: string): number[] {
  const isList =
    text
      .trim()
      .replace(/^[[(]|[\])]$/g, "")
      .match(/[^\d,.+-]/) === null;
  const plain = isList ? text : text.replace(grouped, (found) => found.replaceAll(",", ""));
  return [...plain.matchAll(number)].map(([found]) => Number(found));
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
  for (const held of numbers) {
    const bar = Math.min(bars - 1, Math.floor((held - min) / width));
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

function shorten(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : String(Number(value.toPrecision(12)));
}
