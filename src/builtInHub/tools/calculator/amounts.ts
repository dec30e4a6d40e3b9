import { NotUnderstood } from "../../refusal";
import { functionNames } from "./functions";
import { multiply, ofUnit, plain, raise, sum, type Quantity, type UnitPower } from "./quantity";
import { numberOf, over } from "./rational";
import { tokensIn, type Token } from "./tokens";
import { timeDimension, unitNamed, type Unit } from "./units";

/** The value of a name, such as `ans`. */
export type Names = (name: string) => Quantity | undefined;

const reservedNames = /^(?:in|to|into|as|mod|of|off|and|x|a|an)$/i;

/** Reads amounts with their units from tokens. */
export class AmountParser {
  protected readonly tokens: readonly Token[];
  protected readonly names: Names;
  readonly #prefersOther: boolean;
  protected at = 0;
  /** Spellings whose case alone divides bits from bytes, with the unit that each was taken for. */
  readonly ambiguous = new Map<string, string>();
  readonly used = new Set<Unit>();

  /** `prefersOther`: takes the other meaning of an ambiguous spelling. */
  constructor(expression: string, names: Names, prefersOther = false) {
    const isName = (word: string) => functionNames.has(word) || names(word) !== undefined;
    this.tokens = tokensIn(expression, isName);
    this.names = names;
    this.#prefersOther = prefersOther;
  }

  get isAtEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  /** Takes a word or mark if it is the next one. */
  take(...texts: readonly string[]): string | undefined {
    const text = this.textAt(0)?.toLowerCase();
    if (text === undefined || !texts.includes(text)) return undefined;
    this.at += 1;
    return text;
  }

  /** A number with the units behind it, such as `5 ft 3 in`, `2h30m` or `90 km/h`. */
  protected amount(number: Quantity): Quantity {
    const units = this.units();
    if (!units) return number;
    let amount = multiply(number, quantityOf(units));
    let [last] = units.length === 1 && units[0]?.[1] === 1 ? units[0] : [];
    while (last) {
      const start = this.at;
      this.take("and");
      const next = this.tokens[this.at];
      if (!next || !("number" in next)) {
        this.at = start;
        break;
      }
      this.at += 1;
      const [part, ...more] = this.units(last) ?? [];
      const isSmaller = part && numberOf(over(part[0].factor, last.factor)) < 1;
      if (!part || more.length > 0 || part[1] !== 1 || !isSmaller)
        throw new NotUnderstood("a second number");
      amount = sum(amount, multiply(plain(next.number), ofUnit(part[0])), 1);
      last = part[0];
    }
    return amount;
  }

  /** The units that stand next, such as `m^2` or `MB/s`; `before` is the larger unit of a compound. */
  units(before?: Unit): UnitPower[] | undefined {
    const first = this.#unit(1, before);
    if (!first) return undefined;
    const all: UnitPower[] = [first];
    while (this.textAt(0) === "/" && this.#isUnit(1)) {
      this.at += 1;
      const unit = this.#unit(-1);
      if (!unit) throw new NotUnderstood("/");
      all.push(unit);
    }
    return all;
  }

  #isUnit(ahead: number): boolean {
    const text = this.textAt(ahead);
    if (text === undefined || this.textAt(ahead + 1) === "(") return false;
    return (
      this.names(text) === undefined && !reservedNames.test(text) && unitNamed(text) !== undefined
    );
  }

  #unit(sign: 1 | -1, before?: Unit): UnitPower | undefined {
    const shape = this.take("square", "cubic");
    const text = this.textAt(0);
    const isInch = text?.toLowerCase() === "in" && this.#endsUnit(1);
    if (text === undefined || (!isInch && !this.#isUnit(0))) {
      if (shape !== undefined) throw new NotUnderstood(shape);
      return undefined;
    }
    this.at += 1;
    const { unit: named, other } =
      unitNamed(isMinute(text, before, this.tokens, this.at) ? "min" : text) ?? {};
    if (!named) return undefined;
    const unit = other && this.#prefersOther ? other : named;
    if (other) this.ambiguous.set(text, unit.symbol);
    this.used.add(unit);
    let exponent = shape === "square" ? 2 : shape === "cubic" ? 3 : 1;
    const power = this.tokens[this.at + 1];
    if (
      shape === undefined &&
      this.textAt(0) === "^" &&
      power &&
      "number" in power &&
      power.number.d === 1n
    ) {
      exponent = Number(power.number.n);
      if (exponent > 9) throw new NotUnderstood("^");
      this.at += 2;
    }
    return [unit, sign * exponent];
  }

  /** Whether what comes next cannot be a unit that `in` leads to. */
  #endsUnit(ahead: number): boolean {
    const token = this.tokens[this.at + ahead];
    if (!token) return true;
    return "text" in token && /^(?:[-+*/^),]|to|into|in|as)$/i.test(token.text);
  }

  protected textAt(ahead: number): string | undefined {
    const token = this.tokens[this.at + ahead];
    return token && "text" in token ? token.text : undefined;
  }
}

/** `m` stands for minutes after hours and before seconds. */
function isMinute(
  text: string,
  before: Unit | undefined,
  tokens: readonly Token[],
  at: number,
): boolean {
  if (text !== "m") return false;
  if (before) return before.dimensions[timeDimension] === 1;
  const [number, unit] = [tokens[at], tokens[at + 1]];
  return Boolean(
    number &&
    "number" in number &&
    unit &&
    "text" in unit &&
    /^s(?:ecs?|econds?)?$/i.test(unit.text),
  );
}

export function quantityOf(units: readonly UnitPower[]): Quantity {
  return units
    .map(([unit, exponent]) => raise(ofUnit(unit), exponent))
    .reduce((a, b) => multiply(a, b));
}
