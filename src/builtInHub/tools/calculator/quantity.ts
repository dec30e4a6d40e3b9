import { NoResult, NotUnderstood } from "../../refusal";
import { add, negate, one, over, power, times, type Rational } from "./rational";
import { none, temperatureDimension, type Dimensions, type Unit } from "./units";

export type UnitPower = readonly [unit: Unit, exponent: number];

/** A number with its unit. */
export interface Quantity {
  /** In base units. */
  readonly value: Rational;
  readonly dimensions: Dimensions;
  /** The units to show it in. */
  readonly units: readonly UnitPower[];
  readonly isApproximate: boolean;
}

export const plain = (value: Rational, isApproximate = false): Quantity => ({
  value,
  dimensions: none,
  units: [],
  isApproximate,
});

export const isPlain = ({ dimensions }: Pick<Quantity, "dimensions">) =>
  dimensions.every((exponent) => exponent === 0);

export const areAlike = (a: Dimensions, b: Dimensions) => a.every((each, at) => each === b[at]);

export function ofUnit(unit: Unit): Quantity {
  return {
    value: unit.factor,
    dimensions: unit.dimensions,
    units: unit.parts ?? [[unit, 1]],
    isApproximate: unit.isApproximate ?? false,
  };
}

/** How many base units one of these units is. */
export function factorOf(units: readonly UnitPower[]): Rational {
  return units.reduce((held, [unit, exponent]) => times(held, power(unit.factor, exponent)), one);
}

export function sum(a: Quantity, b: Quantity, sign: 1 | -1): Quantity {
  expectNoTemperature(a, b);
  if (!areAlike(a.dimensions, b.dimensions)) throw mismatch(a, b);
  return {
    ...a,
    value: add(a.value, sign > 0 ? b.value : negate(b.value)),
    isApproximate: a.isApproximate || b.isApproximate,
  };
}

export function multiply(a: Quantity, b: Quantity, exponent: 1 | -1 = 1): Quantity {
  return {
    value: exponent > 0 ? times(a.value, b.value) : over(a.value, b.value),
    dimensions: a.dimensions.map((each, at) => each + exponent * (b.dimensions[at] ?? 0)),
    units: merged(a.units, b.units, exponent),
    isApproximate: a.isApproximate || b.isApproximate,
  };
}

export function raise(base: Quantity, exponent: number): Quantity {
  return {
    value: power(base.value, exponent),
    dimensions: base.dimensions.map((each) => each * exponent),
    units: base.units.map(([unit, held]) => [unit, held * exponent]),
    isApproximate: base.isApproximate,
  };
}

/** Units of one kind are joined in the first of them. */
function merged(a: readonly UnitPower[], b: readonly UnitPower[], sign: 1 | -1): UnitPower[] {
  const all = [...a];
  for (const [unit, exponent] of b) {
    const at = all.findIndex(([held]) => areAlike(held.dimensions, unit.dimensions));
    const before = all[at];
    if (before) all[at] = [before[0], before[1] + sign * exponent];
    else all.push([unit, sign * exponent]);
  }
  return all.filter(([, exponent]) => exponent !== 0);
}

/** Temperatures have a zero point of their own: they are converted, not computed with. */
export function expectNoTemperature(...quantities: readonly Quantity[]): void {
  if (quantities.some(({ dimensions }) => dimensions[temperatureDimension] !== 0))
    throw new NotUnderstood("Temperatures can only be converted.");
}

export function mismatch(a: Pick<Quantity, "units">, b: Pick<Quantity, "units">): NoResult {
  const names = `${named(a)} and ${named(b)}`;
  return new NoResult(
    /\b(?:months|yr)\b/.test(names) && /\b(?:s|min|h|d|wk)\b/.test(names)
      ? "A year has 365 or 366 days, and a month 28 to 31."
      : `${names} do not measure the same.`,
  );
}

const named = ({ units }: Pick<Quantity, "units">) => symbolOf(units) || "A plain number";

/** Such as `km/h`, `m^2` or `1/s`. */
export function symbolOf(units: readonly UnitPower[]): string {
  const write = ([unit, exponent]: UnitPower) =>
    `${unit.symbol}${Math.abs(exponent) === 1 ? "" : `^${Math.abs(exponent)}`}`;
  const above = units.filter(([, exponent]) => exponent > 0).map(write);
  const below = units.filter(([, exponent]) => exponent < 0).map(write);
  if (above.length === 0 && below.length === 0) return "";
  return [above.join("*") || "1", ...below].join("/");
}
