import { decimal, one, over, rational, times, type Rational } from "./rational";

/** Exponents of length, mass, time, data, current, angle, calendar months and temperature. */
export type Dimensions = readonly number[];

export interface Unit {
  /** As an answer shows it. */
  readonly symbol: string;
  /** How many of the base unit it is. */
  readonly factor: Rational;
  readonly dimensions: Dimensions;
  /** What a derived unit consists of, such as km/h. */
  readonly parts?: readonly (readonly [Unit, number])[];
  /** The factor itself is rounded. */
  readonly isApproximate?: boolean;
  /** Said below the answer. */
  readonly note?: string;
  /** The zero point of a temperature, in kelvin. */
  readonly zeroAt?: Rational;
}

const names = ["length", "mass", "time", "data", "current", "angle", "calendar", "temperature"];
export const timeDimension = names.indexOf("time");
export const temperatureDimension = names.indexOf("temperature");
export const none: Dimensions = names.map(() => 0);

const exact = new Map<string, Unit>();
const anyCase = new Map<string, Unit | undefined>();

const prefixes = [
  ["n", "nano", "1e-9"],
  ["µ", "micro", "1e-6"],
  ["m", "milli", "1e-3"],
  ["k", "kilo", "1e3"],
  ["M", "mega", "1e6"],
  ["G", "giga", "1e9"],
] as const;

function define(spellings: string, unit: Omit<Unit, "symbol">): void {
  const [symbol = "", ...others] = spellings.split(" ");
  const made = { ...unit, symbol: symbol.replaceAll("_", " ") };
  for (const spelling of [symbol, ...others]) {
    exact.set(spelling, made);
    // Alone, a letter in the other case is another unit or none.
    if (spelling.length > 1) {
      const key = spelling.toLowerCase();
      const before = anyCase.get(key);
      anyCase.set(key, anyCase.has(key) && before?.symbol !== made.symbol ? undefined : made);
    }
  }
}

function dimensions(text: string): Dimensions {
  const powers = new Map(
    text.split(" ").map((part) => [part.split("^")[0], Number(part.split("^")[1] ?? 1)]),
  );
  return names.map((name) => powers.get(name) ?? 0);
}

/** `symbol name = factor`, divided by semicolons; the letters before a bar are its SI prefixes. */
function defineAll(kind: string, table: string, note?: string): void {
  const held = dimensions(kind);
  for (const line of table.split(";")) {
    const [, letters = "", spellings = "", amount = "1"] =
      /^\s*(?:(\S+)\|)?(.*?)(?: = (\S+))?$/.exec(line) ?? [];
    const factor = fraction(amount);
    define(withPlurals(spellings), {
      factor,
      dimensions: held,
      ...(note !== undefined && { note }),
    });
    const [symbol = "", ...long] = spellings.split(" ");
    for (const [short, name, scale] of prefixes.filter(([short]) => letters.includes(short))) {
      const words = long.map((word) => ` ${name}${word} ${name}${word}s`).join("");
      const micro = short === "µ" ? ` u${symbol} μ${symbol}` : "";
      define(`${short}${symbol}${micro}${words}`, {
        factor: times(factor, fraction(scale)),
        dimensions: held,
      });
    }
  }
}

function fraction(text: string): Rational {
  const [n = "1", d = "1"] = text.split("/");
  return over(decimal(n), decimal(d));
}

function withPlurals(spellings: string): string {
  const all = spellings.split(" ");
  return all
    .flatMap((word) => (/^[a-z]{3,}[a-rt-z]$/.test(word) ? [word, `${word}s`] : [word]))
    .join(" ");
}

defineAll(
  "length",
  "nµmk|m meter metre; cm centimeter centimetre = 0.01; dm = 0.1; in inch inches = 0.0254; ft foot feet = 0.3048; yd yard = 0.9144; mi mile = 1609.344; nmi = 1852",
);
defineAll(
  "mass",
  "nµmk|g gram; t tonne = 1e6; lb lbs pound = 453.59237; oz ounce = 28.349523125; st stone = 6350.29318",
);
defineAll(
  "time",
  "nµm|s second sec secs; min mins minute = 60; h hr hrs hour = 3600; d day days = 86400; wk week = 604800; fortnight = 1209600",
);
defineAll(
  "calendar",
  "months month; quarter = 3; yr year = 12; decade = 120; century centuries = 1200",
);
defineAll("current", "mk|A ampere amp amps");
defineAll("angle", "deg degree °; turn = 360");
define("rad radian radians", {
  factor: decimal("57.29577951308232"),
  dimensions: dimensions("angle"),
  isApproximate: true,
});
defineAll(
  "length^2",
  "ha hectare = 1e4; acre = 4046.8564224; sqm = 1; sqft = 0.09290304; sqkm = 1e6",
);
defineAll("length^3", "m|l L liter litre = 1e-3; mL = 1e-6; cl = 1e-5; dl = 1e-4; cc = 1e-6");
defineAll(
  "length^3",
  "gal gallon = 3.785411784e-3; qt quart = 9.46352946e-4; cup cups = 2.365882365e-4; floz = 2.95735295625e-5; tbsp tablespoon = 1.478676478125e-5; tsp teaspoon = 4.92892159375e-6",
  "Gallons, quarts, cups and spoons are those of the United States.",
);
defineAll("length mass time^-2", "k|N newton = 1e3");
defineAll("length^2 mass time^-2", "kMG|J joule = 1e3; kMG|Wh = 3.6e6; kcal = 4.184e6");
defineAll("length^2 mass time^-3", "mkMG|W watt = 1e3");
defineAll(
  "length^-1 mass time^-2",
  "kM|Pa pascal = 1e3; hPa = 1e5; bar = 1e8; mbar = 1e5; atm = 101325e3; psi = 6894757.293168",
);
defineAll("time^-1", "kMG|Hz hertz; rpm = 1/60; bpm = 1/60");
defineAll("length^2 mass time^-3 current^-1", "mk|V volt volts = 1e3");
defineAll("time current", "m|Ah = 3600");

for (const [spellings, factor, zeroAt] of [
  ["°C C c degC celsius centigrade", one, rational(27315n, 100n)],
  ["°F F f degF fahrenheit", rational(5n, 9n), rational(45967n * 5n, 900n)],
  ["K k kelvin kelvins", one, rational(0n)],
] as const)
  define(spellings, { factor, dimensions: dimensions("temperature"), zeroAt });

defineAll("data", "bits bit; bytes byte = 8");
for (const [at, line] of [
  "k kilo kibi",
  "M mega mebi",
  "G giga gibi",
  "T tera tebi",
  "P peta pebi",
].entries()) {
  const [short = "", name = "", binary = ""] = line.split(" ");
  const capital = short.toUpperCase();
  const [size, binarySize] = [1000n ** BigInt(at + 1), 1024n ** BigInt(at + 1)];
  defineAll(
    "data",
    `${short}bit ${short}bits ${name}bit = ${size}; ${short}B ${short}byte ${short}bytes ${name}byte = ${8n * size};` +
      `${capital}ibit ${binary}bit = ${binarySize}; ${capital}iB ${binary}byte = ${8n * binarySize}`,
  );
}

const second = exact.get("s")!;
const perHour = (symbol: string, part: string): void => {
  const parts = [
    [exact.get(part)!, 1],
    [exact.get("h")!, -1],
  ] as const;
  define(symbol, rate(symbol, parts));
};
perHour("km/h kmh kph kmph", "km");
perHour("mph", "mi");
perHour("kn knot knots", "nmi");

function rate(symbol: string, parts: readonly (readonly [Unit, 1 | -1])[]): Unit {
  const factor = parts.reduce(
    (held, [unit, sign]) => (sign > 0 ? times(held, unit.factor) : over(held, unit.factor)),
    one,
  );
  const held = none.map((_, at) =>
    parts.reduce((sum, [unit, sign]) => sum + sign * (unit.dimensions[at] ?? 0), 0),
  );
  return { symbol: symbol.split(" ")[0] ?? "", factor, dimensions: held, parts };
}

/** What a word may mean: `b` alone may be bits or bytes, whatever its case says of the prefix. */
interface Spelled {
  readonly unit: Unit;
  /** The other meaning of a spelling whose case alone divides bits from bytes. */
  readonly other?: Unit;
}

/** `mb`, `Mb`, `MB` and `Mbps`, and the binary ones. */
const dataSymbol = /^([kmgtp]?)(i?)(b)(ps)?$/i;

export function unitNamed(word: string): Spelled | undefined {
  const [, prefix = "", binary = "", letter = "", perSecond] = dataSymbol.exec(word) ?? [];
  if (letter !== "" && !(binary !== "" && prefix === "")) {
    const short = binary !== "" || prefix.toLowerCase() !== "k" ? prefix.toUpperCase() : "k";
    const bits = exact.get(short === "" ? "bit" : `${short}${binary === "" ? "" : "i"}bit`)!;
    const bytes = exact.get(short === "" ? "byte" : `${short}${binary === "" ? "" : "i"}B`)!;
    if (perSecond !== undefined) {
      const whole = word.endsWith("Bps") ? bytes : bits;
      return {
        unit: rate(`${whole.symbol}/s`, [
          [whole, 1],
          [second, -1],
        ]),
      };
    }
    if (letter === "B") return { unit: bytes };
    return /^[MGTPK]/.test(word) ? { unit: bits, other: bytes } : { unit: bytes, other: bits };
  }
  const unit = exact.get(word) ?? inAnotherCase(word);
  return unit && { unit };
}

/** `KM` and `Hours`, but not `Mm`, which would be another unit. */
function inAnotherCase(word: string): Unit | undefined {
  if (!/^(?:\p{Lu}?[^\p{Lu}]*|[^\p{Ll}]*)$/u.test(word)) return undefined;
  const unit = anyCase.get(word.toLowerCase());
  return unit?.symbol.startsWith("m") && /^M\p{Ll}$/u.test(word) ? undefined : unit;
}
