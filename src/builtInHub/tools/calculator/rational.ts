import { NoResult } from "../../refusal";

/** An exact fraction in lowest terms, whose denominator is positive. */
export interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}

const maxBits = 8192;
const maxDecimals = 15;

export const zero: Rational = { n: 0n, d: 1n };
export const one: Rational = { n: 1n, d: 1n };

export function rational(n: bigint, d = 1n): Rational {
  if (d === 0n) throw new NoResult("Division by zero has no result.");
  let [a, b] = [n < 0n ? -n : n, d < 0n ? -d : d];
  while (b !== 0n) [a, b] = [b, a % b];
  const sign = d < 0n ? -1n : 1n;
  const made = a === 0n ? zero : { n: (sign * n) / a, d: (sign * d) / a };
  if (bits(made.n) > maxBits || bits(made.d) > maxBits) throw tooLarge();
  return made;
}

export const tooLarge = () => new NoResult("The result has too many digits.");
export const add = (a: Rational, b: Rational) => rational(a.n * b.d + b.n * a.d, a.d * b.d);
export const negate = ({ n, d }: Rational): Rational => ({ n: -n, d });
export const times = (a: Rational, b: Rational) => rational(a.n * b.n, a.d * b.d);
export const over = (a: Rational, b: Rational) => rational(a.n * b.d, a.d * b.n);
export const numberOf = ({ n, d }: Rational): number => {
  const shift = BigInt(Math.max(0, Math.max(bits(n), bits(d)) - 1000));
  return Number(n >> shift) / Number(d >> shift);
};

/** To a whole power. */
export function power(base: Rational, exponent: number): Rational {
  const size = Math.abs(exponent) * Math.max(bits(base.n), bits(base.d));
  if (size > maxBits * 4) throw tooLarge();
  const raised = rational(
    base.n ** BigInt(Math.abs(exponent)),
    base.d ** BigInt(Math.abs(exponent)),
  );
  return exponent < 0 ? over(one, raised) : raised;
}

/** The largest whole number that is not larger. */
export function floor({ n, d }: Rational): bigint {
  return n / d - (n % d !== 0n && n < 0n ? 1n : 0n);
}

/** `12.5e-3`, exactly. */
export function decimal(text: string): Rational {
  const [, whole = "", part = "", exponent = "0"] =
    /^(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const shift = Number(exponent) - part.length;
  if (Math.abs(shift) > 2000) throw tooLarge();
  const digits = BigInt(`0${whole}${part}`);
  const scale = 10n ** BigInt(Math.abs(shift));
  return shift < 0 ? rational(digits, scale) : rational(digits * scale);
}

export function fromNumber(value: number): Rational {
  if (!Number.isFinite(value)) throw tooLarge();
  const made = decimal(String(Math.abs(value)));
  return value < 0 ? negate(made) : made;
}

export interface Shown {
  readonly text: string;
  readonly isRounded: boolean;
}

/** Exactly where that takes few digits, else with this many significant ones. */
export function show(value: Rational, digits = 15, isApproximate = false): Shown {
  if (value.n < 0n) {
    const { text, isRounded } = show(negate(value), digits, isApproximate);
    return { text: text === "0" ? text : `-${text}`, isRounded };
  }
  if (!isApproximate) {
    const scaled = value.n * 10n ** BigInt(maxDecimals);
    if (scaled % value.d === 0n)
      return { text: placed(scaled / value.d, maxDecimals), isRounded: false };
  }
  if (value.n === 0n) return { text: "0", isRounded: false };
  let exponent = value.n.toString().length - value.d.toString().length;
  if (numberAt(value, -exponent) < value.d) exponent -= 1;
  const places = digits - 1 - exponent;
  const scaled = numberAt(value, places) * 2n;
  const rounded = (scaled + value.d) / (value.d * 2n);
  if (exponent >= -9 && exponent < 21) {
    const text = places >= 0 ? placed(rounded, places) : String(rounded * 10n ** BigInt(-places));
    return { text, isRounded: true };
  }
  return {
    text: `${placed(rounded, digits - 1)}e${exponent < 0 ? "" : "+"}${exponent}`,
    isRounded: true,
  };
}

/** The numerator of the value times this power of ten. */
function numberAt({ n }: Rational, places: number): bigint {
  return places >= 0 ? n * 10n ** BigInt(places) : n / 10n ** BigInt(-places);
}

/** Digits with their decimal point, without zeros at the end. */
function placed(digits: bigint, places: number): string {
  const text = digits.toString().padStart(places + 1, "0");
  const part = text.slice(text.length - places).replace(/0+$/, "");
  return text.slice(0, text.length - places) + (places === 0 || part === "" ? "" : `.${part}`);
}

function bits(value: bigint): number {
  return (value < 0n ? -value : value).toString(16).length * 4;
}
