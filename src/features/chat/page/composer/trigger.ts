import type { TriggerCharacter } from "../../../../contract/vocabulary";

/** A word that begins with a trigger character, as far as it is typed. */
export interface TriggeredWord {
  readonly trigger: TriggerCharacter;
  /** Offset of the trigger character. */
  readonly from: number;
  /** What follows it. */
  readonly typed: string;
}

/** Characters of a word that can still be completed. */
const maxWordLength = 200;

/** The word that ends at an offset, if it begins with `#`, `@` or, at the beginning of a line, `/`. */
export function triggeredWordAt(text: string, end: number): TriggeredWord | undefined {
  let from = end;
  while (from > 0 && end - from <= maxWordLength && /\S/.test(text.charAt(from - 1))) from--;
  if (end - from > maxWordLength || !/[#/@]/.test(text.slice(from, Math.min(from + 1, end))))
    return undefined;
  const trigger = text[from] as TriggerCharacter;
  const isFirst = text.slice(text.lastIndexOf("\n", from) + 1, from).trim() === "";
  return trigger === "/" && !isFirst
    ? undefined
    : { trigger, from, typed: text.slice(from + 1, end) };
}
