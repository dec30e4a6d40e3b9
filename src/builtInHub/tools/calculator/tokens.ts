import { NotUnderstood } from "../../refusal";
import { decimal, rational, type Rational } from "./rational";

/** A number, or a word, operator or bracket. */
export type Token = { readonly number: Rational } | { readonly text: string };

const maxTokens = 500;
const call = /[a-z]\d*\s*\([^)]*,/i;

const spellings: readonly (readonly [RegExp, string])[] = [
  [/[×·⋅]/g, "*"],
  [/÷/g, "/"],
  [/[−–]/g, "-"],
  [/\*\*|\b(?:raised )?to the power of\b/gi, "^"],
  [/²|\bsquared\b/gi, "^2"],
  [/³|\bcubed\b/gi, "^3"],
  [/\bmultiplied by\b/gi, "*"],
  [/\bdivided by\b/gi, "/"],
  [/\b(?:the )?square root of\b|√/gi, " sqrt "],
  [/\b(?:the )?cube root of\b/gi, " cbrt "],
  [/\b(?:degrees?|deg) (?=celsius|fahrenheit)/gi, ""],
  [/\b(?:degrees?|deg) (?=[cf]\b)|°\s*(?=[cf]\b)/gi, "°"],
  [/\bfl\.? ?oz\b|\bfluid ounces?\b/gi, "floz"],
  [/\bnautical miles?\b/gi, "nmi"],
  [/\b(?:sq|square) (?=\p{L})/giu, "square "],
  [/\bper ?cent\b/gi, "%"],
  [/(?<=[\d)%\p{L}])\s+plus\s+/giu, " + "],
  [/(?<=[\d)%\p{L}])\s+minus\s+/giu, " - "],
  [/(?<=[\d)%\p{L}])\s+times\s+/giu, " * "],
  // The `x` of `0x10` is no multiplication.
  [/(?<=\d)(?:\s+|(?<!(?<![\w.,])0))x\s*(?=[\d(])/gi, " * "],
  [/\bper\b/gi, "/"],
];

const ordinary =
  /0x[\da-f]+\b|0b[01]+\b|0o[0-7]+\b|(?:\d(?:[.,_]?\d)*|\.\d+)(?:e[+-]?\d+)?(?![\d.,]*\d)/iy;
const inCalls =
  /0x[\da-f]+\b|0b[01]+\b|0o[0-7]+\b|(?:\d+(?:_\d+)*(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?/iy;
/** `1/2 cup` is half a cup. */
const fractionOfUnit =
  /(?<![\d.,/*^]\s*)[1-9]\d?\/[1-9]\d?(?=\s?(?!(?:in|to|into|as|mod|of|off|x|and|e)\b)\p{L})/iuy;
const word = /[\p{L}°_]+/uy;
const nameWithDigits = /[\p{L}_][\p{L}\p{N}_]*/uy;
const operator = /[-+*/^%!(),]/y;

/** The tokens of an expression; `isName` knows words that may hold digits. Throws `NotUnderstood`. */
export function tokensIn(expression: string, isName: (word: string) => boolean): Token[] {
  const text = spellings.reduce((held, [from, to]) => held.replace(from, to), expression).trim();
  if (looksLikeDate(text)) throw new NotUnderstood("It looks like a date or a range.");
  const isCall = call.test(text);
  if (isCall && /,\d{3}(?!\d)/.test(text)) throw new NotUnderstood("A comma may divide thousands.");
  const numbers: string[] = [];
  const found: Token[] = [];
  for (let at = 0; at < text.length;) {
    if (/\s/.test(text[at] ?? "")) {
      at += 1;
      continue;
    }
    const fraction = matchAt(fractionOfUnit, text, at);
    if (fraction !== undefined) {
      const [n = 0, d = 1] = fraction.split("/").map(Number);
      if (n >= d || d > 64) throw new NotUnderstood("a slash before a unit");
      found.push({ number: rational(BigInt(n), BigInt(d)) });
      at += fraction.length;
      continue;
    }
    const number = matchAt(isCall ? inCalls : ordinary, text, at);
    const name = matchAt(nameWithDigits, text, at);
    const other =
      number ??
      (name !== undefined && isName(name) ? name : matchAt(word, text, at)) ??
      matchAt(operator, text, at);
    if (other === undefined || found.length >= maxTokens)
      throw new NotUnderstood(text.slice(at, at + 20));
    if (number === undefined) found.push({ text: other });
    else {
      numbers.push(number);
      found.push({ number: valueOf(number) });
    }
    at += other.length;
  }
  expectOneStyle(numbers);
  return found;
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

const identifier = /^(?:\d{4}-\d{2}|\d{1,2}\/\d{4}|\d{3}-\d{4}|\d+(?:-\d+){2,})$/;

/** `2026-01-01`, `23/11/2026`, `2026-11`, `10-15%`, or the number of a telephone. */
function looksLikeDate(text: string): boolean {
  return (
    identifier.test(text) ||
    /(?<![\d.])\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?![\d.])|\d-\d[\d.]*\s*%/.test(text)
  );
}

const thousands = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
const decimalComma = /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+),\d+$/;

function valueOf(written: string): Rational {
  if (/^0[xbo]/i.test(written)) return rational(BigInt(written.toLowerCase()));
  const text = written.replaceAll("_", "");
  if (/^0\d/.test(text)) throw new NotUnderstood("A number does not begin with a zero.");
  if (thousands.test(text)) return decimal(text.replaceAll(",", ""));
  if (decimalComma.test(text)) return decimal(text.replaceAll(".", "").replace(",", "."));
  if (!/^(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) throw new NotUnderstood(text);
  return decimal(text);
}

/** Where one number has a decimal comma, no other may be read in two ways. */
function expectOneStyle(numbers: readonly string[]): void {
  const withComma = numbers.filter((each) => decimalComma.test(each) && !thousands.test(each));
  const others = numbers.filter((each) => !withComma.includes(each));
  if (withComma.length > 0 && others.some((each) => /[.,]/.test(each)))
    throw new NotUnderstood("A comma may divide thousands or decimals.");
}
