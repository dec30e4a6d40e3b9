import { estimatedTokens } from "../../../contract/contextSize";

/** How much a model has room for, and how it counts. */
interface TokenLimit {
  readonly budget: number;
  count(text: string): PromiseLike<number>;
}

/** Tokens of the longest note about what is missing. */
export const noteTokens = 100;

const note = "\n\n[Cut to fit. The whole answer is in the conversation in Expert Hub.]";

/** Each try asks the editor to count. */
const tries = 8;

/** The text, or its beginning with a note if there is no room for all of it. Not translated. */
export async function withinTokens(text: string, limit: TokenLimit): Promise<string> {
  if ((await limit.count(text)) <= limit.budget) return text;
  let length = text.length;
  for (let left = tries; left > 0; left--) {
    const cut = beginning(text, length) + note;
    const tokens = await limit.count(cut);
    if (tokens <= limit.budget) return cut;
    // A little less than in proportion, since tokens differ in length.
    length = Math.floor(length * Math.min(0.9, (0.95 * limit.budget) / tokens));
  }
  return note.trim();
}

/** At most so many characters of a text. Ends with a whole line, or a whole character where lines are long. */
export function beginning(text: string, length: number): string {
  const cut = text.slice(0, length);
  const end = cut.lastIndexOf("\n");
  return (end > length / 2 ? cut.slice(0, end) : cut.replace(/[\uD800-\uDBFF]$/, "")).trimEnd();
}

/** The text, or as much of its beginning as has room within so many estimated tokens. */
export function beginningWithin(text: string, tokens: number): string {
  if (estimatedTokens(text) <= tokens) return text;
  let [fits, tooLong] = [0, text.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (estimatedTokens(text.slice(0, middle)) <= tokens) fits = middle;
    else tooLong = middle;
  }
  return beginning(text, fits);
}

/** How many of these, from the first, have room within so many estimated tokens together. */
export function countWithin(parts: readonly string[], tokens: number): number {
  let room = tokens;
  const end = parts.findIndex((part) => (room -= estimatedTokens(part)) < 0);
  return end === -1 ? parts.length : end;
}
