/** A range of text in offsets of UTF-16 units, `end` exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where a text is, or what has taken its place. Once an edit has gone over an edge, the range holds
 * all that the edit replaced, and remembers how much of that stood in front of the text or behind it.
 */
export interface TrackedRange extends TextRange {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

/** `length` units at `offset` became `inserted` units. */
interface TextChange {
  readonly offset: number;
  readonly length: number;
  readonly inserted: number;
}

/**
 * The range after a change: moved by edits before it, resized by edits inside it and over its edges.
 * Text typed at an edge stays outside, unless an edit has gone over that edge: it may be an undo.
 */
export function follow(
  range: TrackedRange,
  { offset, length, inserted }: TextChange,
): TrackedRange {
  const { start, end, before, after } = range;
  const changeEnd = offset + length;
  const shift = inserted - length;
  if (changeEnd < start || (changeEnd === start && before === undefined))
    return { ...range, start: start + shift, end: end + shift };
  if (offset > end || (offset === end && after === undefined)) return range;
  return {
    start: Math.min(start, offset),
    end: Math.max(end, changeEnd) + shift,
    before: offset <= start ? (before ?? 0) + start - offset : before,
    after: changeEnd >= end ? (after ?? 0) + changeEnd - end : after,
  };
}

/** Where the text is in a range if all edits over its edges were undone. */
export function textIn({ start, end, before = 0, after = 0 }: TrackedRange): TextRange {
  return { start: start + before, end: end - after };
}
