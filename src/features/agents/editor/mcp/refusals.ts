/** A line for every so many refusals of one kind: a program that tries again and again fills no log. */
const every = 100;

/** Reports refused requests: what was wrong, and how often. */
export class Refusals {
  readonly #counts = new Map<string, number>();
  readonly #report: (line: string) => void;

  constructor(report: (line: string) => void) {
    this.#report = report;
  }

  add(status: number, reason: string): void {
    const what = `${status}, ${reason}`;
    const count = (this.#counts.get(what) ?? 0) + 1;
    this.#counts.set(what, count);
    if (count === 1) this.#report(`MCP request refused: ${what}`);
    else if (count % every === 0) this.#report(`MCP requests refused so far: ${count} (${what})`);
  }
}
