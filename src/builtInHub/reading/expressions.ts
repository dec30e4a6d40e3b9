import type { Question } from "./question";
import { opened } from "./request";

const maxLength = 20_000;
const asking =
  /^(?:please\s+)?(?:(?:can you\s+)?(?:calculate|compute|evaluate|convert|work out|solve|tell me|give me)|what(?:'s| is| are)|how (?:much|many|long|far|fast|big|large|heavy) (?:is|are|does|do|will)|and|=)\s*(?:the (?:value|result) of\s+)?/i;
/** `it takes to download 700 MB at 20 Mbps in minutes` */
const transfer =
  /^(?:it )?(?:takes? )?(?:to )?(?:download|upload|transfer|send|copy)(?:ing)? (\d.*?) (?:at|over|with) (\d.*?)( (?:in|to) \w+)?(?: take)?$/i;
/** `2 hours 30 minutes` */
const compound =
  /(\d\s*(?:d|days?|h|hours?|mins?|minutes?|weeks?|feet|ft|kg|lb|km|m))\s+(?:and\s+)?(?=\d+(?:\.\d+)?\s*(?:h|hours?|mins?|minutes?|s|secs?|seconds?|days?|inch(?:es)?|in|g|oz|m|cm)\b)/gi;
const replacements: readonly (readonly [RegExp, string])[] = [
  [/[×·⋅]/g, "*"],
  [/÷/g, "/"],
  [/[−–]/g, "-"],
  [/√\s*\(/g, "sqrt("],
  [/√\s*(\d+(?:\.\d+)?)/g, "sqrt($1)"],
  [/²/g, "^2"],
  [/³/g, "^3"],
  [/π/g, "pi"],
  [/°\s*([CF])\b/g, " deg$1"],
  [/°/g, " deg"],
  [/\bµ(?=[a-z])/g, "u"],
  [/(?<=\d),(?=\d{3}(?:\D|$))(?![^()[\]]*[)\]])/g, ""],
  [/\b([kMGTP])bits?\b/g, "$1b"],
  [/\b([kMGTP])bit\/s\b/g, "$1bps"],
  [/\bbits? per second\b/gi, "bps"],
  [/\b(kilo|mega|giga|tera|kibi|mebi|gibi|tebi)bytes?\b/gi, "$1byte"],
  [/\bKB\b/g, "kB"],
  [/\b(?:degrees? )?celsius\b/gi, "degC"],
  [/\b(?:degrees? )?fahrenheit\b/gi, "degF"],
  [/\b(?:degrees? )?kelvin\b/gi, "K"],
  [/(\d+(?:\.\d+)?)\s*(?:%|percent)\s+of\s+/gi, "$1/100 * "],
  [/\b(?:the )?square root of\s+\(?([\d.]+)\)?/gi, "sqrt($1)"],
  [/\b(?:the )?cube root of\s+\(?([\d.]+)\)?/gi, "cbrt($1)"],
  [/\b(?:greatest common divisor|gcd) of (\d+) and (\d+)/gi, "gcd($1, $2)"],
  [/\b(?:least common multiple|lcm) of (\d+) and (\d+)/gi, "lcm($1, $2)"],
  [/^is (\d+) (?:a )?prime(?: number)?$/i, "isPrime($1)"],
  [compound, "$1 + "],
  [/\bfactorial of\s+(\d+)/gi, "$1!"],
  [/(\d+) factorial\b/gi, "$1!"],
  [/\b(?:to the power of|raised to)\b/gi, "^"],
  [/\bsquared\b/gi, "^2"],
  [/\bcubed\b/gi, "^3"],
  [/(?<=[\d)\w])\s+plus\s+/gi, " + "],
  [/(?<=[\d)\w])\s+minus\s+/gi, " - "],
  [/(?<=[\d)\w])\s+(?:times|multiplied by)\s+|(?<=\d) x (?=\d)/gi, " * "],
  [/(?<=[\d)\w])\s+(?:divided by|over)\s+/gi, " / "],
  [/(?<=\d)\s+mod(?:ulo)?\s+(?=\d)/gi, " % "],
  [/\bmins?\b(?!\s*\()/g, "minute"],
  [/\bsecs?\b(?!\s*\()/g, "second"],
  [/\bhrs?\b/g, "hour"],
  [/\bkph\b/g, "km/h"],
  [transfer, "($1) / ($2)$3"],
  [/\s+per\s+/gi, "/"],
  [/\s+(?:into|as)\s+/gi, " to "],
];
const unitsOf =
  /^how many\s+([a-z]+(?:\/[a-z]+)?)\s+(?:are\s+|is\s+)?(?:there\s+)?(?:in|is|are|do|does|make|equals?)\s+(.+)$/i;
const degrees = /^(.*\d)\s*°?\s*(?:deg)?([CFK])\s+(?:to|in)\s+°?\s*(?:deg)?([CFK])$/;
const ending = /\s*(?:(?:take|takes|cost|equal|make|be|amount to|last)(?=\s+(?:in|to)\s|\s*$))/gi;
const inProse = /(?:\d[\d.]*|\()(?:[\s\d.+\-*/^()%!]|(?:sqrt|log|sin|cos|tan|pi|e)\b)*[\d)!]/g;

export interface Calculation {
  /** One expression in the engine's syntax for each line. */
  readonly lines: readonly string[];
  /** The whole text is calculation, rather than prose with numbers in it. */
  readonly isWhole: boolean;
}

/** The calculations of a question. */
export function calculationIn({ words, text, isAttached }: Question): Calculation {
  const source = text.trim().slice(0, maxLength);
  const written = source.split(/\r?\n/).filter((line) => line.trim() !== "");
  const lines = written.map(plain).filter(isExpression);
  if (lines.length > 0)
    return { lines, isWhole: lines.every(isCalculation) && lines.length >= written.length / 2 };
  if (isAttached && isExpression(plain(words)) && isCalculation(plain(words)))
    return { lines: [plain(words)], isWhole: true };
  const found = [...source.matchAll(inProse)]
    .map(([part]) => part.trim())
    .filter((part) => /\d\s*[+\-*/^%!]/.test(part));
  return { lines: found, isWhole: false };
}

/** One line without its comment, its list marker and polite phrases. */
function plain(line: string): string {
  let text = opened(
    line
      .replace(/\s*(?:\/\/(?!\s*[-+(]?\d)|#(?!\d)).*$/, "")
      .replace(/^\s*(?:\*|\d+[.)])\s+(?=\S)/, "")
      .trim()
      .replace(/(?:,?\s+(?:please|thanks|thank you))?[?;.]*$/i, "")
      .replace(/\s*=\s*$/, ""),
  );
  const [, unit, amount] = unitsOf.exec(text) ?? [];
  text =
    unit !== undefined && amount !== undefined ? `${amount} to ${unit}` : text.replace(asking, "");
  text = text.replace(/^(?:an?|one)\s+(?=[a-z])/i, "1 ");
  for (const [pattern, replacement] of replacements) text = text.replace(pattern, replacement);
  return text
    .replace(ending, "")
    .replace(
      degrees,
      (_, amount, from: string, to: string) => `${amount} ${degree[from]} to ${degree[to]}`,
    )
    .trim();
}

const degree: Readonly<Record<string, string>> = { C: "degC", F: "degF", K: "K" };

/** True for digits or a known call, without a run of plain words. */
function isExpression(text: string): boolean {
  if (!/\d|\b(?:pi|tau|phi|ans|speedOfLight|avogadro|gravity)\b/.test(text)) return false;
  const plainWords = text.match(/[a-z]{2,}\s+[a-z]{2,}/gi) ?? [];
  return plainWords.every((pair) => /\b(?:to|in|and|or|not|mod)\b/.test(pair));
}

const operand = String.raw`(?:\d|\.\d|\(|\[|pi\b|tau\b|phi\b|e\b|ans\b|[a-zA-Z]\w*\s*\()`;
const conversion =
  /^[-+(]*\.?\d[\d.,_e+\-*/^() ]*\s*[a-zA-Z][\w/^* ]*\s(?:to|in)\s+[a-zA-Z][\w/^*]*$/;

/** Whether a line can be nothing but a calculation: a call, an assignment, an operator or a conversion. */
function isCalculation(text: string): boolean {
  if (notCalculation.test(text)) return false;
  if (conversion.test(text) || /^[a-zA-Z]\w*\s*=\s*\S/.test(text)) return true;
  if (/[\w)\]]\s*%?\s*(?:\/\/?|\*\*?|[+^%-])\s*[-\d.(a-z]|\d!|\d%$/i.test(text)) return true;
  return new RegExp(`^-?${operand}`).test(text) && /\(.*\)$/.test(text);
}

/** Text, code, dates, times, escapes, or a word before a number, which no unit is. */
const notCalculation =
  /["'`;{}$@\\]|=>|[a-z]{3,}\.[a-z]|\d{4}-\d{2}-\d{2}|:\s|\d:\d{2}|^\d{1,2}\/\d{1,2}\/\d{4}$|[a-z]%[\da-f]{2}|\b(?!(?:to|in|per|and|or|not|mod|ans)\b)[a-z]{2,}\s+[\d(]/i;
