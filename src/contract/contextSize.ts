import type { ContextError } from "./contextErrors";

/** Latin text has about four characters a token; of most other scripts, a character is a token or more. */
export function estimatedTokens(text: string): number {
  let quarters = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // The second half of a character beyond the first plane.
    const isRest = unit >= 0xdc00 && unit < 0xe000;
    quarters += unit < 0x250 ? 1 : isRest ? 0 : 5;
  }
  return Math.ceil(quarters / 4);
}

/**
 * The tokens of a context that a question may fill: an eighth, at most 4,096, is left for the answer,
 * or what the answer is limited to, up to a half.
 */
export function roomIn(contextTokens: number, maxAnswerTokens = 0): number {
  const least = Math.min(Math.floor(contextTokens / 8), 4096);
  const wanted = Math.min(maxAnswerTokens, Math.floor(contextTokens / 2));
  return contextTokens - Math.max(least, wanted);
}

/** If the error has no numbers, the next try is a quarter smaller. */
const smaller = 3 / 4;

/**
 * What a question may have after an error, where it had about `estimated` tokens; the number that the
 * server counted says by how much that is wrong.
 */
export function smallerRoom(
  { limit, asked }: ContextError,
  estimated: number,
  maxAnswerTokens?: number,
): number {
  const fits = limit === undefined ? estimated : roomIn(limit, maxAnswerTokens);
  const most =
    asked === undefined ? Math.min(fits, estimated * smaller) : fits * (estimated / asked);
  return Math.min(most, estimated - 1);
}

/** How many of these, from the first, have to be left out for the others to be smaller by `excess`. */
export function countToLeaveOut(sizes: readonly number[], excess: number): number {
  let count = 0;
  for (let left = excess; left > 0 && count < sizes.length; count++) left -= sizes[count]!;
  return count;
}
