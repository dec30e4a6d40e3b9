import { diffArrays } from "diff";

/** Lines of a text that become others. The last line of a text that ends with a line end is empty. */
export interface Hunk {
  /** Index of the first line. */
  readonly start: number;
  readonly old: readonly string[];
  readonly now: readonly string[];
}

/** Beyond this, a comparison would take too long, and all that differs becomes one hunk. */
const maxEdits = 1_500;

export const splitLines = (text: string): string[] => text.split("\n");

/** What turns the lines of one text into those of another. */
export function hunksBetween(before: readonly string[], after: readonly string[]): Hunk[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let same = 0;
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  const old = before.slice(start, before.length - same);
  const now = after.slice(start, after.length - same);
  if (old.length === 0 && now.length === 0) return [];
  if (old.length === 0 || now.length === 0) return [{ start, old, now }];
  const parts = diffArrays(old, now, { maxEditLength: maxEdits });
  if (!parts) return [{ start, old, now }];
  const hunks: Hunk[] = [];
  let at = start;
  let open: { start: number; old: string[]; now: string[] } | undefined;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) open = undefined;
    else {
      if (!open) hunks.push((open = { start: at, old: [], now: [] }));
      (added ? open.now : open.old).push(...value);
    }
    if (!added) at += value.length;
  }
  return hunks;
}

/** The lines after hunks that do not overlap, in any order. */
export function withHunks(lines: readonly string[], hunks: readonly Hunk[]): string[] {
  const sorted = hunks.toSorted((a, b) => a.start - b.start);
  const end = ({ start, old }: Hunk): number => start + old.length;
  const changed = sorted.flatMap((hunk, index) => {
    const previous = sorted[index - 1];
    return [...lines.slice(previous ? end(previous) : 0, hunk.start), ...hunk.now];
  });
  const last = sorted.at(-1);
  return [...changed, ...lines.slice(last ? end(last) : 0)];
}

/** The hunk where others have changed the lines before it. */
export function movedBy(hunk: Hunk, others: readonly Hunk[]): Hunk {
  const shift = others
    .filter(({ start }) => start < hunk.start)
    .reduce((sum, { old, now }) => sum + now.length - old.length, 0);
  return { ...hunk, start: hunk.start + shift };
}

export function areSame(one: Hunk, other: Hunk): boolean {
  return one.start === other.start && areEqual(one.old, other.old) && areEqual(one.now, other.now);
}

function areEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, at) => line === other[at]);
}

/** True if the hunk changes a line that one of the others changes, or adds lines where it does. */
export function overlaps({ start, old }: Hunk, others: readonly Hunk[]): boolean {
  const end = start + old.length;
  return others.some((other) => {
    const otherEnd = other.start + other.old.length;
    return start === other.start || (start < otherEnd && other.start < end);
  });
}

/** True also if there is no unchanged line between them. */
export function touches({ start, old }: Hunk, others: readonly Hunk[]): boolean {
  const end = start + old.length;
  return others.some((other) => other.start <= end && start <= other.start + other.old.length);
}
