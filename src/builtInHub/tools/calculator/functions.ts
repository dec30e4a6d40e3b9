import { NoResult, NotUnderstood } from "../../refusal";
import { areAlike, isPlain, multiply, ofUnit, plain, type Quantity } from "./quantity";
import {
  add,
  floor,
  fromNumber,
  negate,
  numberOf,
  over,
  rational,
  times,
  type Rational,
} from "./rational";
import { unitNamed } from "./units";

type Numeric = (values: readonly Rational[]) => Rational;

const half = rational(1n, 2n);
const sign = (value: Rational) => (value.n < 0n ? -1n : 1n);
const size = (value: Rational) => (value.n < 0n ? negate(value) : value);
const compare = (a: Rational, b: Rational) => Number(a.n * b.d - b.n * a.d);
const ordered = (values: readonly Rational[]) => values.toSorted(compare);
const total: Numeric = (values) => values.reduce(add, rational(0n));
const mean: Numeric = (values) => over(total(values), rational(BigInt(values.length)));
const median: Numeric = (values) =>
  mean(ordered(values).slice(Math.ceil(values.length / 2) - 1, Math.floor(values.length / 2) + 1));

/** Of a sample. */
const variance: Numeric = (values) => {
  if (values.length < 2) throw new NoResult("The variance of a sample needs at least two values.");
  const middle = negate(mean(values));
  const squares = values.map((value) => add(value, middle)).map((value) => times(value, value));
  return over(total(squares), rational(BigInt(values.length - 1)));
};

/** Functions whose result is exact, with how many arguments they take; 0 for any number. */
const exact: Readonly<Record<string, readonly [count: number, Numeric]>> = {
  abs: [1, ([value = half]) => size(value)],
  floor: [1, ([value = half]) => rational(floor(value))],
  ceil: [1, ([value = half]) => rational(-floor(negate(value)))],
  round: [1, ([value = half]) => rational(sign(value) * floor(add(size(value), half)))],
  min: [0, (values) => ordered(values)[0] ?? half],
  max: [0, (values) => ordered(values).at(-1) ?? half],
  sum: [0, total],
  mean: [0, mean],
  median: [0, median],
  variance: [0, variance],
  gcd: [2, ([a, b]) => rational(divisor(whole(a), whole(b)))],
  lcm: [2, ([a, b]) => rational((whole(a) * whole(b)) / (divisor(whole(a), whole(b)) || 1n))],
};

const rounded: Readonly<Record<string, (value: number) => number>> = {
  exp: Math.exp,
  ln: Math.log,
  log10: Math.log10,
  log2: Math.log2,
};
const ofAngles: Readonly<Record<string, (radians: number) => number>> = {
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
};
const toAngles: Readonly<Record<string, (value: number) => number>> = {
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
};
const roots: Readonly<Record<string, number>> = { sqrt: 2, cbrt: 3 };
const [degree, radian] = ["deg", "rad"].map((name) => ofUnit(unitNamed(name)!.unit)) as [
  Quantity,
  Quantity,
];

export const functionNames: ReadonlySet<string> = new Set(
  [exact, rounded, ofAngles, toAngles, roots].flatMap(Object.keys).concat("std", "log"),
);

export function callFunction(name: string, given: readonly Quantity[]): Quantity {
  const [quantity] = given;
  const ofAngle = ofAngles[name];
  if (ofAngle && quantity && given.length === 1) return ofAngleOf(name, ofAngle, quantity);
  if (!quantity || !given.every(isPlain)) throw new NotUnderstood(name);
  if (name === "log")
    throw new NoResult("`log` may have the base e or 10: write `ln`, `log10` or `log2`.");
  if (name === "std") return callFunction("sqrt", [callFunction("variance", given)]);
  const [count, apply] = exact[name] ?? [1];
  if (count > 0 && given.length !== count) throw new NotUnderstood(name);
  const isApproximate = given.some((each) => each.isApproximate);
  if (apply) return plain(apply(given.map(({ value }) => value)), isApproximate);
  const { value } = quantity;
  const angle = toAngles[name]?.(numberOf(value));
  if (angle !== undefined) return multiply(approximate(angle), radian);
  const number = rounded[name]?.(numberOf(value));
  if (number !== undefined) return approximate(number);
  return root(value, roots[name] ?? 2, isApproximate);
}

/** Calculators differ in whether they take a number alone as degrees or radians. */
function ofAngleOf(name: string, apply: (radians: number) => number, angle: Quantity): Quantity {
  if (!areAlike(angle.dimensions, degree.dimensions))
    throw new NoResult(
      `Write the unit of the angle, as in \`${name}(30 deg)\` or \`${name}(1 rad)\`.`,
    );
  const result = apply((numberOf(angle.value) * Math.PI) / 180);
  // What is left of 0, or of a result without an end, is an error of rounding.
  return approximate(Math.abs(result) < 1e-15 ? 0 : Math.abs(result) > 1e15 ? Infinity : result);
}

function approximate(value: number): Quantity {
  if (!Number.isFinite(value)) throw new NoResult("It has no finite result.");
  return plain(fromNumber(value), true);
}

function root(value: Rational, degree: number, isApproximate: boolean): Quantity {
  if (value.n < 0n && degree === 2)
    throw new NoResult("A negative number has no real square root.");
  const n = wholeRoot(size(value).n, degree);
  const d = wholeRoot(value.d, degree);
  if (n !== undefined && d !== undefined) return plain(rational(sign(value) * n, d), isApproximate);
  const result = degree === 2 ? Math.sqrt(numberOf(value)) : Math.cbrt(numberOf(value));
  return plain(fromNumber(result), true);
}

function wholeRoot(value: bigint, degree: number): bigint | undefined {
  const near = BigInt(Math.round(Number(value) ** (1 / degree)) || 0);
  return [near - 1n, near, near + 1n].find(
    (each) => each >= 0n && each ** BigInt(degree) === value,
  );
}

function whole(value: Rational = half): bigint {
  if (value.d !== 1n) throw new NotUnderstood("a whole number");
  return value.n < 0n ? -value.n : value.n;
}

function divisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisor(b, a % b);
}
