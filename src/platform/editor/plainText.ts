import { cutText } from "../../kit/cut";

/**
 * Text of the hub for VS Code's own surfaces, where `[x](command:y)` becomes a live link and
 * `$(name)` an icon: one line, no invisible characters, cut at `max`.
 */
export function plainText(text: string, max = 120): string {
  const visible = escaped(text.slice(0, max * 4).replace(/\s+/g, " "))
    .replaceAll("](", "] (")
    .replaceAll("$(", "$ (")
    .trim();
  return cutText(visible, max);
}

/** Line breaks, tabs, and the selector of emoji presentation. */
const shows = new Set("\n\t\uFE0F");

/** A joiner between two pictures makes one of them, such as a person at a computer. */
const hidden =
  /(?!(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)\u200D\p{Extended_Pictographic})[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Spells out every character that is invisible or reorders visible text; line breaks and emoji stay. */
export function escaped(text: string): string {
  return text.replace(hidden, (char) =>
    shows.has(char) ? char : `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );
}

/**
 * A line of text for a place where VS Code shows Markdown: every character that could have a meaning
 * there is escaped, those of addresses included.
 */
export function inertMarkdown(line: string): string {
  return line.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}
