import { AmountParser, quantityOf } from "./amounts";
import { callFunction, functionNames } from "./functions";
import { NoResult, NotUnderstood } from "../../refusal";
import {
  expectNoTemperature,
  isPlain,
  multiply,
  plain,
  raise,
  sum,
  type Quantity,
} from "./quantity";
import { add, floor, fromNumber, negate, numberOf, one, over, rational, times } from "./rational";

/** Percentages are added to what stands before them, unless that is one as well. */
interface Term {
  readonly quantity: Quantity;
  readonly kind: "number" | "percent" | "group" | "share";
  /** A number with its unit, without brackets. */
  readonly isAmount?: boolean;
}

const hundredth = rational(1n, 100n);
const maxNesting = 50;

/** Reads one expression; every token has to be accounted for. */
export class ExpressionParser extends AmountParser {
  #depth = 0;
  /** Whether there is anything to compute. */
  isCalculation = false;

  expression(): Quantity {
    const share = this.#discount();
    return share ?? this.#sum().quantity;
  }

  /** `20% off 50`, which stands alone. */
  #discount(): Quantity | undefined {
    const start = this.at;
    const token = this.tokens[start];
    if (
      !token ||
      !("number" in token) ||
      this.textAt(1) !== "%" ||
      this.textAt(2)?.toLowerCase() !== "off"
    )
      return undefined;
    this.at += 3;
    this.isCalculation = true;
    const from = this.#primary().quantity;
    if (!this.isAtEnd) throw new NotUnderstood("A discount stands alone.");
    return multiply(from, plain(add(one, negate(times(token.number, hundredth)))));
  }

  #sum(): Term {
    if (++this.#depth > maxNesting)
      throw new NoResult(`Brackets may be nested ${maxNesting} deep.`);
    let left = this.#product();
    for (let mark = this.take("+", "-"); mark !== undefined; mark = this.take("+", "-")) {
      this.isCalculation = true;
      left = added(left, this.#product(), mark === "+" ? 1 : -1);
    }
    this.#depth -= 1;
    return left;
  }

  #product(): Term {
    let left = this.#signed();
    for (;;) {
      const mark = this.take("*", "/", "mod");
      if (mark === undefined) return left;
      this.isCalculation = true;
      const right = this.#signed();
      expectNoTemperature(left.quantity, right.quantity);
      if (mark === "/" && right.kind === "share") throw new NotUnderstood("a share after a slash");
      // `3/4 inch` may be a part of an inch, or a number for each.
      if (mark === "/" && right.isAmount && isPlain(left.quantity))
        throw new NotUnderstood("a unit");
      const quantity =
        mark === "mod"
          ? remainder(left.quantity, right.quantity)
          : multiply(left.quantity, right.quantity, mark === "*" ? 1 : -1);
      left = {
        quantity,
        kind: left.kind === "share" || right.kind === "share" ? "share" : "number",
      };
    }
  }

  #signed(): Term {
    const sign = this.take("+", "-");
    if (sign === undefined) return this.#power();
    const { quantity, kind } = this.#signed();
    return {
      quantity: sign === "+" ? quantity : { ...quantity, value: negate(quantity.value) },
      kind,
    };
  }

  #power(): Term {
    const base = this.#postfix();
    if (this.take("^") === undefined) return base;
    this.isCalculation = true;
    const exponent = this.#signed();
    return { quantity: raised(base.quantity, exponent.quantity), kind: "number" };
  }

  #postfix(): Term {
    let term = this.#primary();
    for (let mark = this.take("!", "%"); mark !== undefined; mark = this.take("!", "%")) {
      const { quantity } = term;
      if (!isPlain(quantity) || term.kind !== "number") throw new NotUnderstood(mark);
      if (mark === "!") {
        if (this.textAt(0) === "!") throw new NotUnderstood("!!");
        this.isCalculation = true;
        term = { quantity: plain(factorial(quantity)), kind: "number" };
      } else {
        const next = this.tokens[this.at];
        if (next && ("number" in next || next.text === "("))
          throw new NoResult("`%` stands for a percentage. The remainder of a division is `mod`.");
        term = { quantity: multiply(quantity, plain(hundredth)), kind: "percent" };
        if (this.take("of") !== undefined) {
          this.isCalculation = true;
          const whole = this.#power();
          if (whole.kind !== "number") throw new NotUnderstood("of");
          expectNoTemperature(whole.quantity);
          return { quantity: multiply(whole.quantity, term.quantity), kind: "share" };
        }
      }
    }
    return term;
  }

  #primary(): Term {
    const token = this.tokens[this.at++];
    if (!token) throw new NotUnderstood("A number is missing at the end.");
    if ("number" in token) {
      const quantity = this.amount(plain(token.number));
      return { quantity, kind: "number", isAmount: !isPlain(quantity) };
    }
    const { text } = token;
    if (text === "(") {
      const { quantity, kind } = this.#sum();
      if (this.take(")") === undefined) throw new NotUnderstood("A closing bracket is missing.");
      return { quantity, kind: kind === "percent" || kind === "group" ? "group" : "number" };
    }
    const held = this.textAt(0) === "(" ? undefined : this.names(text);
    const isCall = !held && functionNames.has(text);
    return { quantity: held ?? (isCall ? this.#call(text) : this.#named(text)), kind: "number" };
  }

  #call(name: string): Quantity {
    this.isCalculation = true;
    if (this.take("(") === undefined) {
      const { quantity } = this.#primary();
      if (!this.isAtEnd) throw new NotUnderstood("Brackets are missing.");
      return callFunction(name, [quantity]);
    }
    const given: Quantity[] = [];
    do given.push(this.#sum().quantity);
    while (this.take(",") !== undefined);
    if (this.take(")") === undefined) throw new NotUnderstood("A closing bracket is missing.");
    return callFunction(name, given);
  }

  #named(name: string): Quantity {
    if (/^(?:pi|π)$/i.test(name)) return plain(fromNumber(Math.PI), true);
    if (name === "e") return plain(fromNumber(Math.E), true);
    // `how many minutes are in a day`
    if (/^an?$/i.test(name)) {
      const units = this.units();
      if (units) return multiply(plain(one), quantityOf(units));
    }
    throw new NotUnderstood(name);
  }
}

function added(left: Term, right: Term, sign: 1 | -1): Term {
  const isPercent = right.kind === "percent";
  if (isPercent && left.kind === "number") {
    expectNoTemperature(left.quantity);
    const factor = add(one, sign > 0 ? right.quantity.value : negate(right.quantity.value));
    return { quantity: multiply(left.quantity, plain(factor)), kind: "number" };
  }
  const kinds = new Set([left.kind, right.kind]);
  const areAlike = kinds.size === 1;
  if (!areAlike && (kinds.has("percent") || kinds.has("group")))
    throw new NotUnderstood("a percentage");
  const quantity = sum(left.quantity, right.quantity, sign);
  return { quantity, kind: areAlike ? left.kind : "share" };
}

function remainder(a: Quantity, b: Quantity): Quantity {
  if (!isPlain(a) || !isPlain(b)) throw new NotUnderstood("mod");
  if (b.value.n === 0n) throw new NoResult("Division by zero has no result.");
  if (a.value.n < 0n || b.value.n < 0n)
    throw new NoResult("The remainder of a negative number differs between languages.");
  const whole = rational(floor(over(a.value, b.value)));
  return plain(add(a.value, negate(times(whole, b.value))), a.isApproximate || b.isApproximate);
}

function raised(base: Quantity, exponent: Quantity): Quantity {
  expectNoTemperature(base);
  if (!isPlain(exponent)) throw new NotUnderstood("^");
  const { n, d } = exponent.value;
  if (base.value.n === 0n && n === 0n) throw new NoResult("0 to the power of 0 is not defined.");
  if (d === 1n && !exponent.isApproximate) {
    if (n > 20_000n || n < -20_000n) throw new NoResult("The result has too many digits.");
    return raise(base, Number(n));
  }
  if (!isPlain(base) || base.value.n < 0n) throw new NotUnderstood("^");
  return plain(fromNumber(numberOf(base.value) ** numberOf(exponent.value)), true);
}

function factorial({ value: { n, d } }: Quantity) {
  if (d !== 1n || n < 0n || n > 500n) throw new NoResult("A factorial may be of 0 to 500.");
  let product = 1n;
  for (let factor = 2n; factor <= n; factor += 1n) product *= factor;
  return rational(product);
}
