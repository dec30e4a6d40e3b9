/** Characters of the longest run of backticks. */
export function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

export function fenceAround(...texts: readonly string[]): string {
  return "`".repeat(Math.max(2, ...texts.map(longestRun)) + 1);
}

/** A Markdown code block whose fence is longer than any inside. */
export function fenced(text: string, language: string): string {
  const fence = fenceAround(text);
  return `${fence}${language}\n${text.endsWith("\n") ? text : `${text}\n`}${fence}`;
}
