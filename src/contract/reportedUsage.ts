import { usageIn, type Usage } from "./usage";

/**
 * What a server reports of the tokens of one answer: once, or again with each piece of a stream. The
 * last report counts, unless the reports contradict each other or what was written.
 */
export class ReportedUsage {
  #first: Usage | undefined;
  #last: Usage | undefined;
  #hasWritten = false;
  #hasWrittenSinceFirst = false;
  #hasWrittenSinceLast = false;
  #isContradicted = false;

  /** Adds the report of one piece, if it has any, and whether the model wrote something in it. */
  add(reported: unknown, wrote: boolean): void {
    this.#hasWritten ||= wrote;
    this.#hasWrittenSinceFirst ||= wrote;
    this.#hasWrittenSinceLast ||= wrote;
    if (reported === undefined || reported === null) return;
    const usage = usageIn(reported);
    if (usage && this.#last && isLess(usage, this.#last)) this.#isContradicted = true;
    if (usage && !this.#first) {
      this.#first = usage;
      this.#hasWrittenSinceFirst = false;
    }
    this.#last = usage;
    this.#hasWrittenSinceLast = false;
  }

  /** `undefined` if it is not known exactly. */
  get value(): Usage | undefined {
    const first = this.#first;
    const last = this.#last;
    if (!last || this.#isContradicted || this.#hasWrittenSinceLast) return undefined;
    // Each report is about its own piece only, or all of them are about nothing.
    if (this.#hasWrittenSinceFirst && first?.output === last.output) return undefined;
    return this.#hasWritten && last.output === 0 ? undefined : last;
  }
}

function isLess(usage: Usage, before: Usage): boolean {
  return usage.input < before.input || usage.output < before.output || usage.total < before.total;
}
