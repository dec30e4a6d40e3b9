/**
 * Text of the hub for VS Code's own surfaces, where `[x](command:y)` becomes a live link and
 * `$(name)` an icon: one line, no hidden characters, cut at `max`.
 */
export function plainText(text: string, max = 120): string {
  const visible = text
    .slice(0, max * 4)
    .replace(/\s+/g, " ")
    .replace(/\p{Cc}|\p{Cf}/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`)
    .replaceAll("](", "] (")
    .replaceAll("$(", "$ (")
    .trim();
  return visible.length > max ? `${visible.slice(0, max - 1)}…` : visible;
}
