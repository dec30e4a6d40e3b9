import { NoResult, NotUnderstood } from "../../refusal";
import { isPlain, plain, type Quantity } from "./quantity";
import { add, floor, fromNumber, negate, numberOf, rational, type Rational } from "./rational";

type Numeric = (values: readonly Rational[]) => Rational;

const half = rational(1n, 2n);
const sign = (value: Rational) => (value.n < 0n ? -1n : 1n);
const size = (value: Rational) => (value.n < 0n ? negate(value) : value);
const compare = (a: Rational, b: Rational) => Number(a.n * b.d - b.n * a.d);
const best =
  (isBetter: (difference: number) => boolean): Numeric =>
  (values) =>
    values.reduce((held, value) => (isBetter(compare(value, held)) ? value : held));

/** Functions whose result is exact, with how many arguments they take; 0 for any number. */
const exact: Readonly<Record<string, readonly [count: number, Numeric]>> = {
  abs: [1, ([value = half]) => size(value)],
  floor: [1, ([value = half]) => rational(floor(value))],
  ceil: [1, ([value = half]) => rational(-floor(negate(value)))],
  round: [1, ([value = half]) => rational(sign(value) * floor(add(size(value), half)))],
  min: [0, best((difference) => difference < 0)],
  max: [0, best((difference) => difference > 0)],
  gcd: [2, ([a, b]) => rational(divisor(whole(a), whole(b)))],
  lcm: [2, ([a, b]) => rational((whole(a) * whole(b)) / (divisor(whole(a), whole(b)) || 1n))],
};

const roots: Readonly<Record<string, number>> = { sqrt: 2, cbrt: 3 };

export const functionNames: ReadonlySet<string> = new Set([
  ...Object.keys(exact),
  ...Object.keys(roots),
]);

export function callFunction(name: string, given: readonly Quantity[]): Quantity {
  if (!given.every(isPlain)) throw new NotUnderstood(name);
  const [count, apply] = exact[name] ?? [1];
  if (count > 0 ? given.length !== count : given.length === 0) throw new NotUnderstood(name);
  const isApproximate = given.some((each) => each.isApproximate);
  const values = given.map(({ value }) => value);
  if (apply) return plain(apply(values), isApproximate);
  const [value = half] = values;
  return root(value, roots[name] ?? 2, isApproximate);
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
