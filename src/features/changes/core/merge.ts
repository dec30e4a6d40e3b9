import { areSame, hunksBetween, movedBy, splitLines, touches, withHunks, type Hunk } from "./hunk";

/** A text, and what a review makes of it. */
export interface Version {
  readonly base: string;
  readonly proposed: string;
}

/**
 * The same review after its file has become `current`: what was changed elsewhere than the hunks is
 * in both texts. What was changed where they are stays out of the base, so that they are stale.
 */
export function followed({ base, proposed }: Version, current: string): Version {
  if (base === current) return { base, proposed };
  const [old, now] = [splitLines(base), splitLines(proposed)];
  const hunks = hunksBetween(old, now);
  const edits = hunksBetween(old, splitLines(current));
  const done = edits.filter((edit) => hunks.some((hunk) => areSame(edit, hunk)));
  const free = edits.filter((edit) => !touches(edit, hunks));
  return {
    base: withHunks(old, [...done, ...free]).join("\n"),
    proposed: withHunks(
      now,
      free.map((edit) => movedBy(edit, hunks)),
    ).join("\n"),
  };
}

/** What a review makes of the text of its file as it is now. */
export interface Outcome {
  readonly text: string;
  readonly applied: readonly Hunk[];
  /** Those whose lines have changed. */
  readonly stale: readonly Hunk[];
}

export function outcomeOf(version: Version, current: string): Outcome {
  const { base, proposed } = followed(version, current);
  const old = splitLines(base);
  const hunks = hunksBetween(old, splitLines(proposed));
  if (base === current) return { text: proposed, applied: hunks, stale: [] };
  const edits = hunksBetween(old, splitLines(current));
  const stale = hunks.filter((hunk) => touches(hunk, edits));
  const applied = hunks.filter((hunk) => !stale.includes(hunk));
  const moved = applied.map((hunk) => movedBy(hunk, edits));
  return { text: withHunks(splitLines(current), moved).join("\n"), applied, stale };
}

/** The first line of a text that was changed where a review changes it; `undefined` if there is none. */
export function conflictIn({ base, proposed }: Version, current: string): number | undefined {
  const old = splitLines(base);
  const edits = hunksBetween(old, splitLines(current));
  const stale = hunksBetween(old, splitLines(proposed)).find((hunk) => touches(hunk, edits));
  const edit = stale && edits.find((one) => touches(one, [stale]));
  return edit && movedBy(edit, edits).start;
}

/** The right side of a review with the hunks back that were skipped; what was edited stays. */
export function restored(first: Version, { base, proposed }: Version): string {
  const old = splitLines(base);
  const present = hunksBetween(old, splitLines(proposed));
  const all = hunksBetween(old, splitLines(followed(first, base).proposed));
  const skipped = all.filter((hunk) => !touches(hunk, present));
  return withHunks(old, [...present, ...skipped]).join("\n");
}

/** How much of what was proposed is on the right side of a review. */
export interface Count {
  readonly kept: number;
  readonly all: number;
  readonly edited: number;
}

/** `first` is the proposal, `present` the same file in the review as it is now. */
export function countOf(first: Version, present: Version): Count {
  const [all, now] = [first, present].map(({ base, proposed }) =>
    hunksBetween(splitLines(base), splitLines(proposed)),
  );
  // Both are numbered by the same text unless its file was changed meanwhile.
  const edits = hunksBetween(splitLines(first.base), splitLines(present.base));
  const states = all!.map((hunk) => {
    const moved = movedBy(hunk, edits);
    if (now!.some((one) => areSame(one, moved))) return "kept";
    return touches(moved, now!) || touches(hunk, edits) ? "edited" : "skipped";
  });
  const edited = states.filter((state) => state === "edited").length;
  const kept = edited + states.filter((state) => state === "kept").length;
  return { kept, all: all!.length, edited };
}
