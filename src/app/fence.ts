/** A fence that is longer than any in these texts. */
export function fenceAround(...texts: readonly string[]): string {
  let longest = 2;
  for (const text of texts)
    for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  return "`".repeat(longest + 1);
}

/** A Markdown code block whose fence is longer than any inside. */
export function fenced(text: string, language: string): string {
  const fence = fenceAround(text);
  return `${fence}${language}\n${text.endsWith("\n") ? text : `${text}\n`}${fence}`;
}
