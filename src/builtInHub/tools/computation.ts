import { NotUnderstood } from "../refusal";
import { calculate, type Calculation } from "./calculator/calculate";
import type { Quantity } from "./calculator/quantity";
import { stepOf, type WireStep } from "./step";
import { withOwnTimeLimit } from "./timeLimit";

export interface Computed {
  readonly query: string;
  /** As text; `undefined` if it failed. */
  readonly value?: string;
  readonly problem?: string;
}

/** Results by name, such as `ans`. */
export type Results = Map<string, Quantity>;

const maxStatements = 50;
const maxSessions = 200;
const maxEvaluationMs = 250;
const assignment = /^\s*([\p{L}_][\p{L}\p{N}_]*)\s*=\s*([^]+)$/u;

/** `computation_engine`: exact calculations with units and percentages. */
export class Computation {
  readonly #steps: WireStep[][];
  readonly #session: Results | undefined;

  constructor(steps: WireStep[][], session: Results | undefined) {
    this.#steps = steps;
    this.#session = session;
  }

  /** Evaluates lines that may use each other's variables, and `ans` of the session's last result. */
  evaluate(lines: readonly string[]): Computed[] {
    const scope: Results = new Map(this.#session);
    const computed = lines.slice(0, maxStatements).map((query): Computed => {
      try {
        return { query, value: withOwnTimeLimit(maxEvaluationMs, () => this.#line(query, scope)) };
      } catch (error) {
        const { message } = error as Error;
        const problem = error instanceof NotUnderstood ? `Not understood: ${message}` : message;
        return { query, problem };
      }
    });
    this.#record(computed);
    return computed;
  }

  #line(query: string, scope: Results): string {
    const [, name = "ans", expression = query] = assignment.exec(query) ?? [];
    const { readings } = calculate(expression, (known) => scope.get(known));
    const [first] = readings;
    if (first) {
      scope.set(name, first.quantity).set("ans", first.quantity);
      this.#session?.set("ans", first.quantity);
    }
    return readings
      .map(({ text, reading }) => (readings.length > 1 ? `${text} (${reading})` : text))
      .join(" or ");
  }

  /** One expression that the calculator understands; throws `NoResult` or `NotUnderstood`. */
  calculate(expression: string): Calculation {
    const calculation = calculate(expression, (name) => this.#session?.get(name));
    const [first, second] = calculation.readings;
    this.forgetLast();
    if (first && !second) this.#session?.set("ans", first.quantity);
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
  readonly #sessions = new Map<string, Results>();

  of(id: string): Results {
    const session = this.#sessions.get(id) ?? new Map<string, Quantity>();
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessions.size <= maxSessions) break;
      this.#sessions.delete(oldest);
    }
    return session;
  }
}
