import { calculate, type Calculation } from "./calculator/calculate";
import { quantityIn, type Quantity } from "./calculator/quantity";
import { evaluateIntegers } from "./integers";
import { stepOf, type WireStep } from "./step";

export interface Computed {
  readonly query: string;
  /** As text; `undefined` if it failed. */
  readonly value?: string;
  readonly problem?: string;
}

const maxStatements = 50;
const maxSessions = 200;

/** `computation_engine`: mathematics with units, exact whole numbers, statistics. */
export class Computation {
  readonly #steps: WireStep[][];
  readonly #session: Map<string, unknown> | undefined;

  constructor(steps: WireStep[][], session: Map<string, unknown> | undefined) {
    this.#steps = steps;
    this.#session = session;
  }

  /** Evaluates lines that may use each other's variables, and `ans` of the session's last result. */
  async evaluate(lines: readonly string[]): Promise<Computed[]> {
    // In a separate microtask: a time limit that interrupts loading would break the module for good.
    await Promise.resolve();
    const { evaluate } = await import("./mathematics");
    const scope = new Map(this.#session);
    return this.#each(lines, (query) => {
      const { value, shown } = evaluate(query, scope);
      scope.set("ans", value);
      this.#session?.set("ans", value);
      return shown;
    });
  }

  integers(expressions: readonly string[]): Computed[] {
    return this.#each(expressions, (query) => evaluateIntegers(query).toString());
  }

  #each(lines: readonly string[], valueOf: (query: string) => string): Computed[] {
    const computed = lines.slice(0, maxStatements).map((query): Computed => {
      try {
        return { query, value: valueOf(query) };
      } catch (error) {
        return { query, problem: errorMessage(error) };
      }
    });
    this.#record(computed);
    return computed;
  }

  /** One expression that the calculator understands; throws `NoResult` or `NotUnderstood`. */
  calculate(expression: string): Calculation {
    const last = quantityIn(this.#session?.get("ans"));
    const calculation = calculate(expression, (name) => (name === "ans" ? last : undefined));
    const [first, second] = calculation.readings;
    this.#session?.set("ans", second ? undefined : first?.quantity);
    const value = calculation.readings.map(({ text }) => text).join(" or ");
    this.#record([{ query: expression, value }]);
    return calculation;
  }

  /** Something that was computed exactly elsewhere. */
  record(query: string, value: string, result: Quantity): void {
    this.#session?.set("ans", result);
    this.#record([{ query, value }]);
  }

  /** The last result is nothing that can be computed with. */
  forgetLast(): void {
    this.#session?.delete("ans");
  }

  #record(computed: readonly Computed[]): void {
    const steps = computed.map(({ query, value, problem }) =>
      stepOf("computation_engine", query, value ?? `Error: ${problem}`),
    );
    if (steps.length > 0) this.#steps.push(steps);
  }
}

/** The last result of each session; the oldest sessions are forgotten first. */
export class Sessions {
  readonly #sessions = new Map<string, Map<string, unknown>>();

  of(id: string): Map<string, unknown> {
    const session = this.#sessions.get(id) ?? new Map<string, unknown>();
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessions.size <= maxSessions) break;
      this.#sessions.delete(oldest);
    }
    return session;
  }
}

function errorMessage(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/\bin function to\b/.test(text))
    return "Only a quantity with a unit can be converted, as in `512 GiB to GB`.";
  return text.includes("missing in provided namespace") ? "This operation is not available." : text;
}
