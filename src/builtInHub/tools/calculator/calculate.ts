import { quantityOf, type Names } from "./amounts";
import { ExpressionParser } from "./expression";
import { NoResult, NotUnderstood } from "../../refusal";
import {
  areAlike,
  factorOf,
  isPlain,
  mismatch,
  symbolOf,
  type Quantity,
  type UnitPower,
} from "./quantity";
import { add, floor, negate, over, rational, show, times, type Rational } from "./rational";
import type { Unit } from "./units";

/** The result of an expression in one of its readings. */
export interface Calculated {
  readonly text: string;
  readonly quantity: Quantity;
  readonly isRounded: boolean;
  /** How an ambiguous unit was read, such as `mb: MB`. */
  readonly reading: string;
  readonly notes: readonly string[];
}

export interface Calculation {
  /** Two where the case of a unit alone divides bits from bytes, the likelier one first. */
  readonly readings: readonly Calculated[];
  /** There is more than a number with its unit. */
  readonly isCalculation: boolean;
}

const askedUnit =
  /^(?:how many|how much) (\S+(?: and \S+)?) (?:(?:are|is)(?: there)? )?in (?=\S)(.+)$/i;
const bases: Readonly<Record<string, readonly [prefix: string, base: number]>> = {
  hex: ["0x", 16],
  hexadecimal: ["0x", 16],
  binary: ["0b", 2],
  octal: ["0o", 8],
  decimal: ["", 10],
};

/** Evaluates an expression, or `A in U`. Throws `NotUnderstood` or `NoResult`. */
export function calculate(expression: string, names: Names = () => undefined): Calculation {
  const [, unit, amount] = askedUnit.exec(expression) ?? [];
  const text = unit === undefined ? expression.replace(/^convert\s+/i, "") : `${amount} to ${unit}`;
  const first = readingOf(text, names, false);
  const readings = [first.calculated];
  if (first.parser.ambiguous.size > 0) {
    const second = readingOf(text, names, true).calculated;
    const numberIn = (text: string) => (first.isConverted ? text.replace(/ .*/, "") : text);
    if (numberIn(second.text) !== numberIn(first.calculated.text)) readings.push(second);
  }
  const { isCalculation } = first.parser;
  return { readings, isCalculation: isCalculation && (unit === undefined || first.isConverted) };
}

function readingOf(text: string, names: Names, prefersOther: boolean) {
  const parser = new ExpressionParser(text, names, prefersOther);
  const source = parser.expression();
  const isConverted = parser.take("in", "to", "into", "as") !== undefined;
  if (isConverted) parser.isCalculation = true;
  const { shown, quantity } = isConverted
    ? convertedAmount(source, parser, text)
    : withOwnUnits(source);
  if (!parser.isAtEnd) throw new NotUnderstood("Something is left over.");
  const units = [...parser.used];
  const calculated: Calculated = {
    ...shown,
    quantity,
    reading: [...parser.ambiguous].map(([word, symbol]) => `${word} as ${symbol}`).join(", "),
    notes: notesOn(units, source),
  };
  return { parser, calculated, isConverted };
}

interface Converted {
  readonly shown: Pick<Calculated, "text" | "isRounded">;
  readonly quantity: Quantity;
}

function convertedAmount(source: Quantity, parser: ExpressionParser, text: string): Converted {
  parser.take("a");
  if (parser.take("%", "percentage") !== undefined) {
    if (!isPlain(source)) throw new NotUnderstood("%");
    const shown = shownIn(source, [], rational(1n, 100n));
    return { shown: { ...shown, text: `${shown.text}%` }, quantity: source };
  }
  const base = parser.take(...Object.keys(bases));
  if (base === "decimal" && !/\b0[xbo]/i.test(text)) throw new NotUnderstood("It is decimal.");
  if (base !== undefined) return { shown: inBase(source, base), quantity: source };
  const targets: UnitPower[][] = [];
  do targets.push(parser.units() ?? []);
  while (parser.take("and") !== undefined);
  if (targets.some((target) => target.length === 0))
    throw new NotUnderstood("The unit is unknown.");
  const [target = [], ...smaller] = targets;
  if (!areAlike(source.dimensions, quantityOf(target).dimensions))
    throw mismatch(source, { units: target });
  if (smaller.length > 0) return { shown: mixed(source, [target, ...smaller]), quantity: source };
  const quantity = { ...inTarget(source, target), units: target };
  return { shown: shownIn(quantity, target), quantity };
}

/** Moves the zero point of a temperature. */
function inTarget(source: Quantity, target: readonly UnitPower[]): Quantity {
  const [from, to] = [source.units[0]?.[0].zeroAt, target[0]?.[0].zeroAt];
  if (!from || !to || target.length !== 1) return source;
  const kelvin = add(source.value, from);
  if (kelvin.n < 0n) throw new NoResult("There is no temperature below absolute zero.");
  return { ...source, value: add(kelvin, negate(to)) };
}

function inBase({ value, isApproximate, ...source }: Quantity, name: string) {
  const [prefix = "", base = 10] = bases[name] ?? [];
  if (!isPlain(source) || isApproximate || value.d !== 1n || value.n < 0n)
    throw new NoResult("Only a whole number from 0 on can be written in another base.");
  return { text: prefix + value.n.toString(base).toUpperCase(), isRounded: false };
}

/** `135 minutes` as `2 h 15 min`. */
function mixed(source: Quantity, targets: readonly (readonly UnitPower[])[]) {
  let rest = source.value;
  if (rest.n < 0n) throw new NotUnderstood("a negative amount");
  const parts = targets.map((target, at) => {
    const factor = factorOf(target);
    const symbol = symbolOf(target);
    if (!areAlike(quantityOf(target).dimensions, source.dimensions))
      throw mismatch(source, { units: target });
    const exact = over(rest, factor);
    if (at === targets.length - 1) {
      const { text, isRounded } = show(exact);
      return { text: `${text} ${symbol}`, isRounded };
    }
    const count = floor(exact);
    rest = add(rest, negate(times(rational(count), factor)));
    return { text: `${count} ${symbol}`, isRounded: false };
  });
  return {
    text: parts.map(({ text }) => text).join(" "),
    isRounded: parts.some((part) => part.isRounded),
  };
}

function withOwnUnits(source: Quantity): Converted {
  return { shown: shownIn(source, source.units), quantity: source };
}

function shownIn(
  { value, isApproximate }: Quantity,
  units: readonly UnitPower[],
  scale?: Rational,
) {
  const amount = over(value, scale ?? factorOf(units));
  const { text, isRounded } = show(amount, isApproximate ? 14 : 15, isApproximate);
  const symbol = symbolOf(units);
  const shown = text === "1" ? symbol.replace(/^(bit|byte|month)s$/, "$1") : symbol;
  return { text: symbol === "" ? text : `${text} ${shown}`, isRounded };
}

const isDecimal = ({ symbol }: Unit) => /^[kMGTP](?:B|bit)/.test(symbol);

function notesOn(units: readonly Unit[], source: Quantity): string[] {
  const notes = units.flatMap(({ note }) => note ?? []);
  const changes =
    units.some(isDecimal) &&
    new Set(units.map(({ symbol }) => symbol.replace(/bit|B/, ""))).size > 1;
  if (changes && !isPlain(source)) notes.push("1 kB is 1,000 bytes and 1 KiB is 1,024.");
  return [...new Set(notes)];
}
