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

/** The replacement of whole lines that turns one text into another. */
export function replacementOf(
  before: string,
  after: string,
): { readonly start: number; readonly end: number; readonly text: string } {
  const [old, now] = [before, after].map((text) => text.match(/[^\n]*\n|[^\n]+$/g) ?? []);
  const most = Math.min(old!.length, now!.length);
  let first = 0;
  while (first < most && old![first] === now![first]) first++;
  let same = 0;
  while (same < most - first && old!.at(-1 - same) === now!.at(-1 - same)) same++;
  const start = old!.slice(0, first).join("").length;
  const end = before.length - old!.slice(old!.length - same).join("").length;
  return { start, end, text: now!.slice(first, now!.length - same).join("") };
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/);
}
