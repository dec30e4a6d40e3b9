import type { Question } from "./question";

const maxLength = 20_000;
const asking =
  /^(?:please\s+)?(?:(?:can you\s+)?(?:calculate|compute|evaluate|convert|work out|solve|tell me|give me)|what(?:'s| is| are)|how (?:much|many|long|far|fast|big|large|heavy) (?:is|are|does|do|will)|and|=)\s*(?:the (?:value|result) of\s+)?/i;
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
  [/\b([kMGTP])bits?\b/g, "$1b"],
  [/\b([kMGTP])bit\/s\b/g, "$1bps"],
  [/\bbits? per second\b/gi, "bps"],
  [/\b(?:degrees? )?celsius\b/gi, "degC"],
  [/\b(?:degrees? )?fahrenheit\b/gi, "degF"],
  [/(\d+(?:\.\d+)?)\s*(?:%|percent)\s+of\s+/gi, "$1/100 * "],
  [/\b(?:the )?square root of\s+\(?([\d.]+)\)?/gi, "sqrt($1)"],
  [/\b(?:the )?cube root of\s+\(?([\d.]+)\)?/gi, "cbrt($1)"],
  [/\bto the power of\b/gi, "^"],
  [/\bsquared\b/gi, "^2"],
  [/\bcubed\b/gi, "^3"],
  [/(?<=[\d)\w])\s+plus\s+/gi, " + "],
  [/(?<=[\d)\w])\s+minus\s+/gi, " - "],
  [/(?<=[\d)\w])\s+(?:times|multiplied by)\s+/gi, " * "],
  [/(?<=[\d)\w])\s+(?:divided by|over)\s+/gi, " / "],
  [/\bmin\b(?!\s*\()/g, "minute"],
  [/\bkph\b/g, "km/h"],
  [/\s+per\s+/gi, "/"],
  [/\s+(?:into|as)\s+/gi, " to "],
];
const unitsOf =
  /^how many\s+([a-z]+(?:\/[a-z]+)?)\s+(?:are\s+|is\s+)?(?:there\s+)?(?:in|is|are|do|does)\s+(.+)$/i;
const ending = /\s*(?:(?:take|takes|cost|equal|make|be|amount to)(?=\s+(?:in|to)\s|\s*$))/gi;
const inProse = /(?:\d[\d.]*|\()(?:[\s\d.+\-*/^()%!]|(?:sqrt|log|sin|cos|tan|pi|e)\b)*[\d)!]/g;

/** The calculations of a question in the engine's syntax; one per line. */
export function expressionsIn({ words, text, isAttached }: Question): string[] {
  const source = text.trim().slice(0, maxLength);
  const lines = source.split(/\r?\n/).map(plain).filter(isExpression);
  if (lines.length > 0) return lines;
  if (isAttached && isExpression(plain(words))) return [plain(words)];
  return [...source.matchAll(inProse)]
    .map(([found]) => found.trim())
    .filter((found) => /\d\s*[+\-*/^%!]/.test(found));
}

/** One line without its comment, its list marker and polite phrases. */
function plain(line: string): string {
  let text = line
    .replace(/\s*(?:\/\/|#).*$/, "")
    .replace(/^\s*(?:\*|\d+[.)])\s+(?=\S)/, "")
    .trim()
    .replace(/[?;.]+$/, "")
    .replace(/\s*=\s*$/, "")
    .replace(asking, "");
  const [, unit, amount] = unitsOf.exec(text) ?? [];
  if (unit !== undefined && amount !== undefined) text = `${amount} to ${unit}`;
  for (const [pattern, replacement] of replacements) text = text.replace(pattern, replacement);
  return text.replace(ending, "").trim();
}

/** True for digits or a known call, without a run of plain words. */
function isExpression(text: string): boolean {
  if (!/\d|\b(?:pi|tau|phi|ans|speedOfLight|avogadro|gravity)\b/.test(text)) return false;
  const plainWords = text.match(/[a-z]{2,}\s+[a-z]{2,}/gi) ?? [];
  return plainWords.every((pair) => /\b(?:to|in|and|or|not|mod)\b/.test(pair));
}
