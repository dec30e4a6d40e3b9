import { splitLines, type Hunk } from "./hunk";
import { hidesLines, prose } from "./incomplete";

/** Fewer lines of the file say nothing about what was left out. */
const minLines = 3;
const maxLostEnds = 0.4;
const minWords = 5;
const minMargin = 4;
const minKeptWords = 0.35;

interface Replacement {
  readonly path: string;
  readonly text: string;
  /** Of the file. */
  readonly lines: readonly string[];
  /** What turns the file into the text. */
  readonly hunks: readonly Hunk[];
}

/** True for a text that seems to be a part of the file that it is meant to replace, or code beside it. */
export function isExcerpt({ path, text, lines, hunks }: Replacement): boolean {
  if (hunks.some((hunk) => hidesLines(hunk, { path }))) return true;
  const all = countTelling(lines);
  if (all < minLines) return false;
  // Between the same first and last lines, only what begins at the margin shows that parts are left out.
  const isCounted = haveSameEnds(lines, splitLines(text)) ? isMargin : isTelling;
  const lost = lostEnds(hunks, lines, isCounted);
  if (lost > 0 && lost / lines.filter(isCounted).length > maxLostEnds) return true;
  const changed = hunks.reduce((sum, { old }) => sum + countTelling(old), 0);
  return (
    !prose.test(path) && changed * 2 >= all && (losesWords(lines, text) || losesMargin(lines, text))
  );
}

/** How many lines before the first and behind the last line that is kept have none in their place. */
function lostEnds(
  hunks: readonly Hunk[],
  lines: readonly string[],
  isCounted: (line: string) => boolean,
): number {
  const isKept = (from: number, to: number) => lines.slice(from, to).some(isTelling);
  const behind = hunks.findIndex((one, at) =>
    isKept(at === 0 ? 0 : endOf(hunks[at - 1]!), one.start),
  );
  const head = behind === -1 ? hunks : hunks.slice(0, behind);
  const before = hunks.findLastIndex((one, at) =>
    isKept(endOf(one), hunks[at + 1]?.start ?? lines.length),
  );
  const tail = hunks.slice(Math.max(before + 1, head.length));
  return lostIn(head, isCounted) + lostIn(tail, isCounted);
}

const endOf = ({ start, old }: Hunk): number => start + old.length;
const isFull = (line: string): boolean => line.trim() !== "";

function lostIn(hunks: readonly Hunk[], isCounted: (line: string) => boolean): number {
  const [old, now] = [hunks.flatMap((one) => one.old), hunks.flatMap((one) => one.now)];
  return Math.max(0, old.filter(isCounted).length - now.filter(isCounted).length);
}

function haveSameEnds(lines: readonly string[], others: readonly string[]): boolean {
  return (
    lines.find(isFull) === others.find(isFull) && lines.findLast(isFull) === others.findLast(isFull)
  );
}

function isMargin(line: string): boolean {
  return /^[^\s\p{P}]/u.test(line);
}

function isTelling(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

function countTelling(lines: readonly string[]): number {
  return lines.filter(isTelling).length;
}

/** What begins at the margin declares the parts of a file: some of it stays in any version of it. */
function losesMargin(lines: readonly string[], text: string): boolean {
  const margin = lines.filter(isMargin);
  const now = new Set(splitLines(text));
  return margin.length >= minMargin && !margin.some((line) => now.has(line));
}

function losesWords(lines: readonly string[], text: string): boolean {
  const [old, now] = [lines, splitLines(text)].map(longWordsOf);
  const kept = [...old!].filter((word) => now!.has(word)).length;
  return old!.size >= minWords && kept / old!.size < minKeptWords;
}

function longWordsOf(lines: readonly string[]): Set<string> {
  return new Set(lines.flatMap((line) => line.match(/[\p{L}_][\p{L}\p{N}_]{2,}/gu) ?? []));
}
