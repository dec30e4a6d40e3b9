import { evaluateIntegers } from "./integers";
import { summaryOf, type Summary } from "./summary";
import { stepOf, type WireStep } from "./step";

export interface Computed {
  readonly query: string;
  /** As text; `undefined` if it failed. */
  readonly value?: string;
  readonly problem?: string;
  /** The value is a whole number of more digits than are exact. */
  readonly isRounded?: boolean;
}

const maxLines = 50;
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
    const computed = lines.slice(0, maxLines).map((query): Computed => {
      try {
        const { value, shown, isRounded } = evaluate(query, scope);
        scope.set("ans", value);
        this.#session?.set("ans", value);
        return { query, value: shown, ...(isRounded && { isRounded }) };
      } catch (error) {
        return { query, problem: message(error) };
      }
    });
    return this.#record(computed);
  }

  integers(expressions: readonly string[]): (Computed & { readonly exact?: bigint })[] {
    const computed = expressions.slice(0, maxLines).map((query) => {
      try {
        const exact = evaluateIntegers(query);
        return { query, value: exact.toString(), exact };
      } catch (error) {
        return { query, problem: message(error) };
      }
    });
    return this.#record(computed);
  }

  statistics(numbers: readonly number[]): Summary {
    const summary = summaryOf(numbers);
    const query = `statistics(${numbers.slice(0, 50).join(", ")}${numbers.length > 50 ? ", …" : ""})`;
    this.#steps.push([stepOf("computation_engine", query, JSON.stringify(summary))]);
    return summary;
  }

  #record<T extends Computed>(computed: T[]): T[] {
    const steps = computed.map(({ query, value, problem }) =>
      stepOf("computation_engine", query, value ?? `Error: ${problem}`),
    );
    if (steps.length > 0) this.#steps.push(steps);
    return computed;
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

function message(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/\bin function to\b/.test(text))
    return "Only a quantity with a unit can be converted, as in `512 GiB to GB`.";
  return text.includes("missing in provided namespace") ? "This operation is not available." : text;
}
