import type { InsertionEntry } from "./activityEntry";

export interface HashedLine {
  /** Absent for a line without letters and digits, which says nothing about where it is from. */
  readonly hash?: string | undefined;
  /** Number of characters, without the white space around them. */
  readonly length: number;
}

export interface QuestionLines {
  /** Addresses of the document: its own, then those it had before. */
  readonly files: readonly string[];
  readonly document: readonly HashedLine[];
  /** Indexes of the first and the last line in question. */
  readonly from: number;
  readonly to: number;
}

/** Lines that may have come between those of an insertion. */
const maxGap = 20;
/** Characters of equal lines that are no coincidence: in a file that the text went into, and elsewhere. */
const significant = { here: 20, elsewhere: 40 };

interface Match {
  readonly entry: InsertionEntry;
  /** In the order of what counts more. */
  readonly rank: readonly number[];
}

/** The insertion that lines are from, as far as that can be said; the newest of several alike. */
export function insertionOf(
  entries: readonly InsertionEntry[],
  asked: QuestionLines,
): InsertionEntry | undefined {
  const matches = entries.flatMap((entry) => matchOf(entry, asked));
  return matches.toSorted(({ rank: a }, { rank: b }) => {
    const at = a.findIndex((value, index) => value !== b[index]);
    return at === -1 ? 0 : b[at]! - a[at]!;
  })[0]?.entry;
}

function matchOf(entry: InsertionEntry, { files, document, from, to }: QuestionLines): Match[] {
  const hashes = new Set(entry.hashes);
  const [first, last] = entry.lines;
  const reach = last - first + maxGap;
  const near = { start: Math.max(0, from - reach), end: Math.min(document.length, to + reach + 1) };
  const equal: number[] = [];
  const found = new Map<string, number>();
  for (let at = near.start; at < near.end; at++) {
    const { hash, length } = document[at]!;
    if (hash === undefined || !hashes.has(hash)) continue;
    equal.push(at);
    found.set(hash, length);
  }
  // An edited line is from where the lines around it are from.
  const block = withBrackets(equal, last - first + 1, document);
  if (!block || block.start > from || block.end < to) return [];
  const place = files.indexOf(entry.file);
  const share = found.size / hashes.size;
  const isSignificant = (characters: number): boolean =>
    [...found.values()].reduce((sum, length) => sum + length, 0) >= characters;
  const isHere = place !== -1;
  const isFrom = isHere
    ? share >= 0.5 || (equal.includes(from) && isSignificant(significant.here))
    : share >= 0.5 && isSignificant(significant.elsewhere);
  if (!isFrom) return [];
  const overlaps = isHere && first - 1 <= to && last - 1 >= from;
  const rank = [isHere ? files.length - place : 0, Number(overlaps), share, Date.parse(entry.time)];
  return [{ entry, rank }];
}

/** From the first to the last equal line, with the lines beside them that no hash speaks for. */
function withBrackets(
  equal: readonly number[],
  length: number,
  document: readonly HashedLine[],
): { start: number; end: number } | undefined {
  let [start, end] = [equal[0], equal.at(-1)];
  if (start === undefined || end === undefined) return undefined;
  const isSilent = (at: number): boolean => document[at] !== undefined && !document[at].hash;
  while (end - start + 1 < length && isSilent(end + 1)) end++;
  while (end - start + 1 < length && isSilent(start - 1)) start--;
  return { start, end };
}
