import { computationOff, type Ability } from "./ability";
import { code, fence, paragraphs, table } from "../reading/markdown";
import type { Question } from "../reading/question";

const widths = [8, 16, 32, 64] as const;
const expression =
  /(?:0x[\da-f_]+|0b[01_]+|0o[0-7_]+|\d[\d_]*|[-+~(])(?:\s*(?:0x[\da-f_]+|0b[01_]+|0o[0-7_]+|\d[\d_]*|\*\*|<<|>>|[-+*/%&|^~()]))*/gi;

export const bits: Ability = {
  id: 22,
  name: "Bits and bases",
  text: "Computes exactly with whole numbers of any size in decimal, 0x, 0b and 0o, with & | ^ ~ << >>, and shows the result in every base, as two's complement and bit by bit.",
  example: "0xFF00 & ~(1 << 12)",
  tools: ["computation_engine"],
  suits: ({ input }) =>
    /\b0[xbo][\da-f]|<<|>>|[&|~]|\b(?:bits?|hex|binary|octal|bitwise)\b/i.test(input),
  answer(question, { computation, isBrief }) {
    if (!computation) return computationOff;
    const computed = computation.integers(expressionsIn(question));
    if (computed.length === 0) {
      return "There is no whole number in this question. Write one, such as `0xFF & 0b1010` or `1 << 20`.";
    }
    const parts = computed.map(({ query, exact, problem }) => {
      if (exact === undefined) return `${code(query)} could not be computed: ${problem}`;
      const shown = inBase(question.words, exact);
      if (isBrief) return fence(shown, "text");
      return paragraphs(`${code(query)} is:`, fence(shown, "text"), details(exact));
    });
    return paragraphs(...parts);
  },
};

function expressionsIn({ text }: Question): string[] {
  return text
    .split(/\r?\n/)
    .flatMap((line) => line.replace(/\b(?:base|sha|utf-?)\s*\d+\b/gi, "").match(expression) ?? [])
    .map((found) => found.trim())
    .filter((found) => /\d/.test(found));
}

/** In the requested base, decimal by default. */
function inBase(words: string, value: bigint): string {
  const target = /\b(?:to|in|as)\s+(?:a\s+)?(hex|bin|oct)/i.exec(words)?.[1]?.toLowerCase();
  const radix = target === "hex" ? 16 : target === "bin" ? 2 : target === "oct" ? 8 : 10;
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
