import { code, fence, paragraphs, table } from "../reading/markdown";
import type { Question } from "../reading/question";
import { computationOff, type Ability } from "./ability";

const widths = [8, 16, 32, 64] as const;
const maxLength = 20_000;
const bitwise = /^-?0[xbo]|[^\w]0[xbo]|\d\s*(?:<<|>>|[&|])\s*[\d(~-]|^~\s*\(?\d/i;
const asking = /^(?:what(?:'s| is)|calculate|compute|evaluate|value of)\s+|\s*[=?.]+$/gi;
const notNumbers = /\b(?:base|sha|utf-?|int|uint)\s*\d+\b|\b\d+[- ]?bits?\b/gi;
const inAnotherBase =
  /\b(?:to|in|as|into)\s+(?:an?\s+)?(?:hex(?:adecimal)?|bin(?:ary)?|oct(?:al)?|decimal|base (?:2|8|10|16))\b|\b(?:hex(?:adecimal)?|binary|octal)\s+(?:of|for|value of)\b|\b(?:hex|binary|octal)\s+[\da-f]+\s+(?:to|in|as)\b/i;
const aboutBits =
  /\btwo'?s complement\b|\b(?:which |how many )?bits (?:are )?set\b|\bbitwise\b|\bpopcount\b/i;
const expression =
  /(?:0x[\da-f_]+|0b[01_]+|0o[0-7_]+|\d[\d_]*|[-+~(])(?:\s*(?:0x[\da-f_]+|0b[01_]+|0o[0-7_]+|\d[\d_]*|\*\*|<<|>>|[-+*/%&|^~()]))*/gi;

export const bits: Ability = {
  id: 22,
  name: "Bits and bases",
  text: "Computes exactly with whole numbers of any size in decimal, 0x, 0b and 0o, with & | ^ ~ << >>, and shows the result in every base, as two's complement and bit by bit.",
  example: "0xFF00 & ~(1 << 12)",
  opening: "What is 0xFF00 in binary?",
  suits(question) {
    const { words, isAttached, text } = question;
    const source = written(isAttached ? `${words} ${text}` : words || text);
    if (/\d\s*(?:[KMGTP]i?)?(?:B|b|bytes?|bits?|bps)\b(?!\s*set)/.test(source)) return "none";
    if (/\b(?:to|as|into) (?:plain ?)?(?:text|ascii|utf-?8|strings?)\b/i.test(words)) return "none";
    const asksBase = inAnotherBase.test(words) || aboutBits.test(words);
    if (asksBase && expressionsIn(question).length > 0) return "certain";
    const lines = source.slice(0, maxLength).trim().split(/\r?\n/);
    return /\d\s+xor\s+[\d(]/i.test(words) || lines.every(isOfBits) ? "certain" : "none";
  },
  answer(question, { computation, isBrief }) {
    if (!computation) return computationOff;
    const computed = computation.integers(expressionsIn(question));
    if (computed.length === 0) {
      return "There is no whole number in this question. Write one, such as `0xFF & 0b1010` or `1 << 20`.";
    }
    const parts = computed.map(({ query, exact, problem }) => {
      if (exact === undefined) return `${code(query)} could not be computed: ${problem}`;
      const shown = fence(inBase(question.words, exact), "text");
      return isBrief ? shown : paragraphs(`${code(query)} is:`, shown, details(exact));
    });
    return paragraphs(...parts);
  },
};

function expressionsIn({ text, words, isAttached }: Question): string[] {
  return (isAttached ? text : words || text)
    .slice(0, maxLength)
    .split(/\r?\n/)
    .flatMap((line) => written(line).replace(notNumbers, "").match(expression) ?? [])
    .map((found) => found.trim())
    .filter((found) => /\d/.test(found));
}

/** `hex ff` and `binary 1010` with the prefix that they mean. */
function written(text: string): string {
  return text
    .replace(/\b(?:hex(?:adecimal)?)\s+([\da-f]+)\b(?!\s*=)/gi, "0x$1")
    .replace(/\b([\da-f]+)\s+from hex(?:adecimal)?\b/gi, "0x$1")
    .replace(/\bbinary\s+([01]+)\b/gi, "0b$1")
    .replace(/\b([01]+)\s+from binary\b/gi, "0b$1")
    .replace(/(?<=\d)\s+xor\s+(?=[\d(])/gi, " ^ ")
    .replace(/\boctal\s+([0-7]+)\b/gi, "0o$1");
}

/** Whether most of a line is an expression with bit operations or another base than ten. */
function isOfBits(line: string): boolean {
  const found = line.match(expression)?.[0]?.trim() ?? "";
  const isLargest = found.length * 2 >= line.trim().replace(asking, "").length;
  return isLargest && !line.trimStart().startsWith("|") && bitwise.test(found);
}

/** In the requested base, decimal by default. */
function inBase(words: string, value: bigint): string {
  const target = (
    /\b(?:to|in|as|into)\s+(?:an?\s+)?(hex|bin|oct|dec|base (?:2|8|16))/i.exec(words)?.[1] ??
    /\b(hex|bin|oct)[a-z]*\s+(?:of|for|value)\b/i.exec(words)?.[1] ??
    ""
  ).toLowerCase();
  const radix = /hex|16/.test(target)
    ? 16
    : /bin|2/.test(target)
      ? 2
      : /oct|8/.test(target)
        ? 8
        : 10;
  return prefixed(value, radix);
}

function prefixed(value: bigint, radix: 2 | 8 | 10 | 16): string {
  const prefix = { 2: "0b", 8: "0o", 10: "", 16: "0x" }[radix];
  const digits = (value < 0n ? -value : value).toString(radix).toUpperCase();
  return `${value < 0n ? "-" : ""}${prefix}${digits}`;
}

function details(value: bigint): string {
  const rows = ([10, 16, 8, 2] as const).map((radix) => [
    { 2: "Binary", 8: "Octal", 10: "Decimal", 16: "Hexadecimal" }[radix],
    code(prefixed(value, radix)),
  ]);
  const width = widths.find(
    (bits) => value >= -(1n << BigInt(bits - 1)) && value < 1n << BigInt(bits),
  );
  if (width !== undefined) {
    const pattern = BigInt.asUintN(width, value);
    const set = pattern.toString(2).padStart(width, "0");
    rows.push([`In ${width} bits`, code(set.replace(/(.{4})(?=.)/g, "$1 "))]);
    rows.push([`Signed in ${width} bits`, code(BigInt.asIntN(width, pattern).toString())]);
    const places = [...set].toReversed().flatMap((bit, place) => (bit === "1" ? [place] : []));
    rows.push([
      "Bits set",
      places.length === 0 ? "none" : `${places.length}: ${places.join(", ")}`,
    ]);
  }
  return table(["As", "Value"], rows);
}
