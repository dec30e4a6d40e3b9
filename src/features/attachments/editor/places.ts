import { createHash } from "node:crypto";
import type { Around } from "../../conversation/core/attachment";
import type { TextRange } from "../../conversation/core/textRange";

/** Lines on either side that tell one place from another, and all that are looked at. */
const maxLines = 5;
const maxScanned = 50;
const maxColumns = 200;
const leastLines = 2;
/** A text that occurs more often is at no place of its own. */
const maxPlaces = 1000;

/** What stands around a range, by which its text is found again. */
export function aroundOf(whole: string, { start, end }: TextRange): Around {
  const text = whole.slice(start, end);
  const before = [...linesBefore(whole, start)].slice(0, maxLines);
  const after = [...linesAfter(whole, end)].slice(0, maxLines);
  const others = placesOf(text, whole)?.filter((at) => at !== start);
  const alike = others?.map(
    (at) =>
      sameLines(before, linesBefore(whole, at)) +
      sameLines(after, linesAfter(whole, at + text.length)),
  ) ?? [before.length + after.length];
  return {
    before: before.map(digestOf),
    after: after.map(digestOf),
    least: Math.max(leastLines, ...alike.map((lines) => lines + 1)),
  };
}

/**
 * Where a text is in another that may have changed since; `undefined` if it is not there with enough
 * of the lines around it, or more than once. If nothing is known of these, the text has to be all.
 */
export function placeOf(
  text: string,
  around: Around | undefined,
  whole: string,
): TextRange | undefined {
  if (!around) return text === whole ? { start: 0, end: text.length } : undefined;
  const { before, after, least } = around;
  const found = placesOf(text, whole)?.filter((at) => {
    const lines =
      sameLines(before, linesBefore(whole, at), digestOf) +
      sameLines(after, linesAfter(whole, at + text.length), digestOf);
    return lines >= Math.max(leastLines, least);
  });
  const [start] = found ?? [];
  if (start === undefined || found?.length !== 1) return undefined;
  return { start, end: start + text.length };
}

/** `undefined` if there are too many. */
function placesOf(text: string, whole: string): number[] | undefined {
  const places: number[] = [];
  if (text === "") return places;
  for (let at = whole.indexOf(text); at !== -1; at = whole.indexOf(text, at + 1)) {
    if (places.length === maxPlaces) return undefined;
    places.push(at);
  }
  return places;
}

/** How many lines are the same, from the nearest on. */
function sameLines(
  known: readonly string[],
  lines: Iterable<string>,
  markOf = (line: string): string => line,
): number {
  let same = 0;
  for (const line of lines) {
    if (same === known.length || known[same] !== markOf(line)) break;
    same++;
  }
  return same;
}

/** The nearest first: what is left of the own line, then others; the edge of the text counts as one. */
function* linesBefore(whole: string, from: number): Generator<string> {
  let end = from;
  for (let left = maxScanned; end >= 0 && left > 0; left--) {
    const start = end === 0 ? 0 : whole.lastIndexOf("\n", end - 1) + 1;
    const line = whole.slice(Math.max(start, end - maxColumns), end).trim();
    if (isSignificant(line)) yield line;
    end = start - 1;
  }
  if (end < 0) yield edge;
}

function* linesAfter(whole: string, from: number): Generator<string> {
  let start = from;
  for (let left = maxScanned; start <= whole.length && left > 0; left--) {
    const found = whole.indexOf("\n", start);
    const end = found === -1 ? whole.length : found;
    const line = whole.slice(start, Math.min(end, start + maxColumns)).trim();
    if (isSignificant(line)) yield line;
    start = end + 1;
  }
  if (start > whole.length) yield edge;
}

/** The beginning or the end of the text; no line is empty. */
const edge = "";

/** Brackets alone stand around every text. */
function isSignificant(line: string): boolean {
  return /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(line);
}

/** Short: it has to tell lines of one file apart, and nobody the line. */
function digestOf(line: string): string {
  return createHash("sha256").update(line).digest("base64").slice(0, 4);
}
