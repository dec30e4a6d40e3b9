import { record } from "./record";

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
