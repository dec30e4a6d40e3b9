/** At most so many characters of a text. Ends with a whole line, or a whole character where lines are long. */
export function beginning(text: string, length: number): string {
  const cut = text.slice(0, length);
  const end = cut.lastIndexOf("\n");
  return (end > length / 2 ? cut.slice(0, end) : cut.replace(/[\uD800-\uDBFF]$/, "")).trimEnd();
}
