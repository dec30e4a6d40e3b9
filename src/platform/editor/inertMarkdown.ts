/**
 * A line of text for a place where VS Code shows Markdown: every character that could have a meaning
 * there is escaped, those of addresses included.
 */
export function inertMarkdown(line: string): string {
  return line.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}
