/** What a server reports about a request that is too long for its model; in tokens. */
export interface ContextError {
  /** The size of the model's context window. */
  readonly limit?: number;
  /** The size of the request as the server counted it. */
  readonly asked?: number;
}

/** Parses an error message; `undefined` if it is about something else. */
export function contextErrorIn(words: string): ContextError | undefined {
  if (!isTooLong.test(words)) return undefined;
  const plain = words.replaceAll(/(\d)[,_](?=\d{3})/g, "$1");
  const limit = numberIn(plain, limits);
  const asked = numberIn(plain, counts);
  return { ...(limit !== undefined && { limit }), ...(asked !== undefined && { asked }) };
}

const isTooLong =
  /context[ _](?:length|window|size)|maximum (?:context|prompt length|model length)|too many tokens|prompt is too long|exceeds? the (?:available )?context|takes only \d+ tokens|token count\b.{0,30}\bexceeds|prompt_tokens_exceeded|reduce the length of the (?:messages|prompt)|must have less than \d+ tokens/i;

/** As OpenAI, vLLM, llama.cpp, LM Studio, xAI, Gemini, Anthropic, Mistral, Copilot, Cohere and TGI write it. */
const limits: readonly RegExp[] = [
  /context (?:length|size|window)(?: is| of)?(?: only)? ?[(:]? ?(\d+)/i,
  /(?:prompt|model) length (?:is|of) (\d+)/i,
  /tokens allowed \((\d+)\)/i,
  /> ?(\d+) maximum/i,
  /with (\d+) maximum context/i,
  /(?:exceeds the limit of|cannot exceed|less than|takes only) (\d+)/i,
  /"?n_ctx"?: ?(\d+)/i,
];

const counts: readonly RegExp[] = [
  /(?:resulted in|requested|requested about|contains|has|too long:) (\d+) (?:input )?tokens/i,
  /request \((\d+) tokens\)/i,
  /token count (?:of |\()(\d+)/i,
  /first (\d+) tokens/i,
  /\(length (\d+)\) is longer/i,
  /given: (\d+)/i,
];

/** No model has a smaller context window, and none today a larger one. */
const sizes = { least: 256, most: 100_000_000 };

function numberIn(words: string, patterns: readonly RegExp[]): number | undefined {
  for (const pattern of patterns) {
    const number = Number(pattern.exec(words)?.[1]);
    if (number >= sizes.least && number <= sizes.most) return number;
  }
  return undefined;
}

/** The size of a context window as a server or a file gives it; `undefined` for anything else. */
export function contextTokensIn(value: unknown): number | undefined {
  const isSize = Number.isSafeInteger(value);
  return isSize && (value as number) >= sizes.least && (value as number) <= sizes.most
    ? (value as number)
    : undefined;
}

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
export function contextBudget(contextTokens: number, maxAnswerTokens = 0): number {
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
export function smallerContextBudget(
  { limit, asked }: ContextError,
  estimated: number,
  maxAnswerTokens?: number,
): number {
  const fits = limit === undefined ? estimated : contextBudget(limit, maxAnswerTokens);
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
