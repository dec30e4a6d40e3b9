/** A character that is invisible, or that reorders visible ones. */
export interface HiddenCharacter {
  /** Such as `U+202E`. */
  codePoint: string;
  /** From 1. */
  line: number;
}

const suspicious = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;
/** What may precede a joiner in an emoji, and what may precede its presentation selector. */
const pictureEnd = /\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?$/u;
const pictureStart = /^\p{Extended_Pictographic}/u;
const keycap = /[\d#*]$/;
/** Characters of scripts whose regular spelling needs joiners; none that is hidden itself. */
const joining =
  /[[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Mong}]--[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]]/v;

/** The hidden characters that have no legitimate use in a text. */
export function hiddenCharacters(text: string): HiddenCharacter[] {
  const found: HiddenCharacter[] = [];
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(suspicious)) {
    if (isOrdinary(text, match.index, match[0])) continue;
    line += text.slice(counted, match.index).split("\n").length - 1;
    counted = match.index;
    found.push({ codePoint: characterName(match[0]), line });
  }
  return found;
}

/** The text without those characters, otherwise unchanged. */
export function withoutHidden(text: string): string {
  return text.replace(suspicious, (char: string, index: number) =>
    isOrdinary(text, index, char) ? char : "",
  );
}

function isOrdinary(text: string, index: number, char: string): boolean {
  if (char === "\n" || char === "\t" || char === "\r") return true;
  const before = text.slice(Math.max(0, index - 8), index);
  const after = text.slice(index + char.length, index + char.length + 2);
  if (char === "\uFE0F") {
    return (
      /\p{Extended_Pictographic}$/u.test(before) || (keycap.test(before) && after[0] === "\u20E3")
    );
  }
  if (char === "\u200D" && pictureEnd.test(before) && pictureStart.test(after)) return true;
  return (
    (char === "\u200C" || char === "\u200D") &&
    joining.test(lastOf(before)) &&
    joining.test(firstOf(after))
  );
}

function lastOf(text: string): string {
  return [...text].at(-1) ?? "";
}

function firstOf(text: string): string {
  return [...text][0] ?? "";
}

function characterName(char: string): string {
  return `U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`;
}

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
