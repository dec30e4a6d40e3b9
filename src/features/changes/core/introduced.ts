import { hiddenCharacters, withoutHidden, type HiddenCharacter } from "./hiddenCharacters";

/** The hidden characters of lines that a text did not have before. */
export function hiddenIntroduced(before: string, after: string): HiddenCharacter[] {
  const known = new Set(linesOf(before));
  const lines = linesOf(after);
  return hiddenCharacters(after).filter(({ line }) => !known.has(lines[line - 1] ?? ""));
}

/** The new text without those characters; lines that were there before stay as they are. */
export function withoutIntroduced(before: string, after: string): string {
  const known = new Set(linesOf(before));
  const lines = after.split("\n");
  return lines
    .map((line) => (known.has(line.replace(/\r$/, "")) ? line : withoutHidden(line)))
    .join("\n");
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/);
}
