import { record } from "./record";

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

/** How many tokens an answer took, as whoever ran the language model counted them. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  /** Never less than both; some servers count what a model thinks as neither. */
  readonly total: number;
}

/** The type of a part of an answer in which VS Code's language models report their usage. */
export const usageMimeType = "usage";

/** No answer uses more; a larger number is an error. */
const maxTokens = 1_000_000_000;

/** The `usage` of Chat Completions; `undefined` if it is missing or cannot be right. */
export function usageIn(reported: unknown): Usage | undefined {
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = record(reported);
  if (!isCount(input) || !isCount(output)) return undefined;
  return plausible({ input, output, total: total ?? input + output });
}

/** The same for a value of our own that was stored. */
export function storedUsage(value: unknown): Usage | undefined {
  const { input, output, total } = record(value);
  return isCount(input) && isCount(output) ? plausible({ input, output, total }) : undefined;
}

/** A question always has some tokens. */
function plausible(counts: { input: number; output: number; total: unknown }): Usage | undefined {
  const { input, output, total } = counts;
  return input > 0 && isCount(total) && total >= input + output
    ? { input, output, total }
    : undefined;
}

/** Whether it can be a number of tokens. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= maxTokens;
}

/** The sum; `undefined` for an empty list. */
export function sumOfUsage(all: readonly Usage[]): Usage | undefined {
  const [first, ...others] = all;
  return others.reduce<Usage | undefined>(
    (sum, { input, output, total }) =>
      sum && { input: sum.input + input, output: sum.output + output, total: sum.total + total },
    first,
  );
}
