/** A range of text in offsets of UTF-16 units, `end` exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** `length` units at `offset` became `inserted` units. */
export interface TextChange {
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
