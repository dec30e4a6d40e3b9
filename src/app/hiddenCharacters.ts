/** A character that does not show, or reorders what shows. */
export interface HiddenCharacter {
  /** Such as `U+202E`. */
  codePoint: string;
  /** From 1. */
  line: number;
}

const suspicious = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;
const emoji = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Emoji_Component}|\p{Emoji}/u;
/** Scripts whose ordinary spelling needs joiners. */
const joining =
  /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Mong}\p{M}]/u;

/** The hidden characters of a text that has no good use for them. */
export function hiddenCharacters(text: string): HiddenCharacter[] {
  const found: HiddenCharacter[] = [];
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(suspicious)) {
    if (isOrdinary(text, match.index, match[0])) continue;
    line += text.slice(counted, match.index).split("\n").length - 1;
    counted = match.index;
    found.push({ codePoint: nameOf(match[0]), line });
  }
  return found;
}

/** The text without those characters, all else untouched. */
export function withoutHidden(text: string): string {
  return text.replace(suspicious, (char: string, index: number) =>
    isOrdinary(text, index, char) ? char : "",
  );
}

function isOrdinary(text: string, index: number, char: string): boolean {
  if (char === "\n" || char === "\t" || char === "\r") return true;
  const before = lastOf(text.slice(Math.max(0, index - 2), index));
  const after = firstOf(text.slice(index + char.length, index + char.length + 2));
  if (char === "\uFE0F") return emoji.test(before);
  if (char === "\u200D" && pictographic(before) && emoji.test(after)) return true;
  if (char === "\u200C" || char === "\u200D") return joining.test(before) && joining.test(after);
  return false;
}

function pictographic(char: string): boolean {
  return emoji.test(char) || char === "\uFE0F";
}

function lastOf(text: string): string {
  return [...text].at(-1) ?? "";
}

function firstOf(text: string): string {
  return [...text][0] ?? "";
}

function nameOf(char: string): string {
  return `U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`;
}
