/** A range of text in offsets of UTF-16 units, `end` exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** `length` units at `offset` became `inserted` units. */
interface TextChange {
  readonly offset: number;
  readonly length: number;
  readonly inserted: number;
}

/** The range after a change: moved by edits before it, resized by edits inside it and across its edges. */
export function follow(
  { start, end }: TextRange,
  { offset, length, inserted }: TextChange,
): TextRange {
  const changeEnd = offset + length;
  const shift = inserted - length;
  if (changeEnd <= start && !(length === 0 && offset === start && start === end)) {
    return { start: start + shift, end: end + shift };
  }
  if (offset >= end) return { start, end };
  return { start: Math.min(start, offset), end: Math.max(end, changeEnd) + shift };
}

/** Where a text that was in this range is now, if it is there, or at one place only. */
export function placeOfText(
  text: string,
  whole: string,
  { start, end }: TextRange,
): TextRange | undefined {
  const inRange = whole.slice(start, end);
  if (inRange === text) return { start, end };
  // An edit over its edges has widened the range.
  const within = onlyPlaceOf(text, inRange);
  return within
    ? { start: start + within.start, end: start + within.end }
    : onlyPlaceOf(text, whole);
}

/** Where a text occurs in another; `undefined` if it does not, or more than once. */
export function onlyPlaceOf(text: string, whole: string): TextRange | undefined {
  const start = text === "" ? -1 : whole.indexOf(text);
  if (start === -1 || whole.indexOf(text, start + 1) !== -1) return undefined;
  return { start, end: start + text.length };
}
