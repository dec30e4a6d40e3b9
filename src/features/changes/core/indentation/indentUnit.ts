/** White space that begins a line, that of copied pages included. */
export function indentOf(line: string): string {
  return /^[ \t\u00A0]*/.exec(line)?.[0] ?? "";
}

/** One level of indentation in a text: a tab, or the most frequent step; `undefined` if it has none. */
export function indentUnit(lines: readonly string[]): string | undefined {
  const times = new Map<string, number>();
  const count = (unit: string) => void times.set(unit, (times.get(unit) ?? 0) + 1);
  let last = 0;
  for (const line of lines) {
    // The lines of a comment such as this one are aligned with its first star.
    if (line.trim() === "" || /^\s*\*/.test(line)) continue;
    const indent = indentOf(line);
    if (indent.startsWith("\t")) count("\t");
    const step = indent.length - last;
    if (!indent.includes("\t") && step > 1 && step <= 8) count(" ".repeat(step));
    last = indent.length;
  }
  const [best] = [...times].toSorted(
    ([a, some], [b, others]) => others - some || a.length - b.length,
  );
  return best?.[0];
}
