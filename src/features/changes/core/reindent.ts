import { hunksBetween, type Hunk } from "./hunk";
import { prose } from "./incomplete";
import { indentOf, indentUnit } from "./indentation/measure";
import type { Fit, LooseHunk } from "./placement";

/** The file that a change has its place in. */
interface Target {
  readonly lines: readonly string[];
  /** One level of its indentation. */
  readonly unit: string | undefined;
  readonly path: string;
}

/**
 * The hunks of a change at its place, in the white space of the file; `undefined` if it is not clear
 * which indentation the new lines get.
 */
export function hunksAt(
  { old, now, written = old, edits = hunksBetween(old, now), isExact }: LooseHunk,
  { at, fit }: { at: number; fit: Fit },
  { lines, unit, path }: Target,
): Hunk[] | undefined {
  const file = lines.slice(at, at + old.length);
  const added = edits.flatMap((edit) => edit.now);
  const isOdd =
    !isExact &&
    fit !== "indented" &&
    ((!prose.test(path) && hasOtherUnit(added, old, unit)) ||
      coversColumn(added, { old, edits, file }));
  if (isOdd || (fit === "indented" && isHalfIndented({ old, now, file }))) return undefined;
  const fitted =
    fit === "indented"
      ? (reindented(added, { given: old, file, unit }) ??
        reindented(added, { given: written, file, unit }))
      : added;
  if (!fitted) return undefined;
  let next = 0;
  return edits.map((edit) => ({
    start: edit.start + at,
    old: file.slice(edit.start, edit.start + edit.old.length),
    now: fitted.slice(next, (next += edit.now.length)),
  }));
}

/** Whether only the lines to be replaced were moved to the margin: the new ones are where the file has them. */
function isHalfIndented({ old, now, file }: Record<"old" | "now" | "file", readonly string[]>) {
  const [before, after, own] = [old, now, file].map(leastIndent);
  return before === "" && own !== "" && after === own;
}

function leastIndent(lines: readonly string[]): string | undefined {
  const indents = lines.filter((line) => line.trim() !== "").map(indentOf);
  return indents.toSorted((one, other) => one.length - other.length)[0];
}

/** Whether lines are added in levels that the file does not have, where all that it shows begins at the margin. */
function hasOtherUnit(
  added: readonly string[],
  old: readonly string[],
  unit: string | undefined,
): boolean {
  const own = indentUnit(added);
  const isFlat = old.every((line) => indentOf(line) === "");
  return isFlat && own !== undefined && unit !== undefined && own !== unit;
}

/** Whether the marks of added lines seem to stand for their first column, as no unchanged line has one. */
function coversColumn(
  added: readonly string[],
  { old, edits, file }: { old: readonly string[]; edits: readonly Hunk[]; file: readonly string[] },
): boolean {
  const isMarked = edits.some((edit) => edit.old.some((line) => indentOf(line) !== ""));
  if (isMarked || old.every((line, at) => line.trimEnd() === file[at]!.trimEnd())) return false;
  const known = new Set(file.map(indentOf));
  return added.some((line) => !known.has(indentOf(line)) && known.has(`${indentOf(line)} `));
}

/** White space that begins a line of an answer as the file would have it; `undefined` if unknown. */
type IndentMap = (indent: string) => string | undefined;

interface Matched {
  /** Lines of the answer. */
  readonly given: readonly string[];
  /** The same lines in the file. */
  readonly file: readonly string[];
  /** One level of indentation in the file. */
  readonly unit: string | undefined;
}

/**
 * Lines of an answer in the indentation of the file, as the lines say that both have. `undefined`
 * if these contradict each other, or leave several possibilities.
 */
export function reindented(
  added: readonly string[],
  { given, file, unit }: Matched,
): string[] | undefined {
  const known = knownIndents(given, file);
  if (!known) return undefined;
  const significant = added.filter((line) => line.trim() !== "");
  const indents = [...new Set(significant.map(indentOf))];
  if (indents.every((indent) => known.has(indent)))
    return added.map((line) => withIndent(line, known));
  const outcomes = new Map<string, ReadonlyMap<string, string>>();
  let hasOtherSteps = false;
  for (const { map, isShift } of mapsBy(known, [...given, ...added], unit)) {
    const found = indents.flatMap((indent) => known.get(indent) ?? map(indent) ?? []);
    if (found.length < indents.length) continue;
    const outcome = new Map(indents.map((indent, at) => [indent, found[at]!]));
    // Lines may be aligned with something: only a shift of all of them leaves that as it is.
    const isPossible = (isShift && known.size > 1) || isRegular(outcome, significant, unit);
    if (isPossible) outcomes.set(found.join("\n"), outcome);
    if (isPossible && !isShift) hasOtherSteps ||= significant.some(goesOn);
  }
  const [found, ...others] = outcomes.values();
  return found && others.length === 0 && !hasOtherSteps
    ? added.map((line) => withIndent(line, found))
    : undefined;
}

function withIndent(line: string, indents: ReadonlyMap<string, string>): string {
  const indent = indentOf(line);
  return line.trim() === "" ? "" : (indents.get(indent) ?? "") + line.slice(indent.length);
}

/** What begins the same lines in the answer and in the file; `undefined` if that is not one map. */
function knownIndents(
  given: readonly string[],
  file: readonly string[],
): ReadonlyMap<string, string> | undefined {
  const known = new Map<string, string>();
  for (const [at, line] of given.entries()) {
    if (line.trim() === "") continue;
    const [from, to] = [indentOf(line), indentOf(file[at] ?? "")];
    if ((known.get(from) ?? to) !== to) return undefined;
    known.set(from, to);
  }
  return new Set(known.values()).size === known.size ? known : undefined;
}

/** Levels that answers have. */
const units = ["  ", "   ", "    ", "        ", "\t"];

/** All that agree with what is known: a shift of all lines, also in steps of another width. */
function mapsBy(
  known: ReadonlyMap<string, string>,
  given: readonly string[],
  unit: string | undefined,
): { map: IndentMap; isShift: boolean }[] {
  const [base] = [...known].toSorted(([a], [b]) => a.length - b.length);
  if (!base) return [];
  const own = indentUnit(given);
  const steps = unit === undefined ? [] : units.filter((one) => one !== unit && isStep(one, own));
  return [undefined, ...steps]
    .map((from) => ({
      map: mapFrom(base, from === undefined ? undefined : [from, unit!]),
      isShift: from === undefined,
    }))
    .filter(({ map }) => [...known].every(([from, to]) => map(from) === to));
}

/** Whether lines in steps of `own` may be in steps of `unit`. */
function isStep(unit: string, own: string | undefined): boolean {
  return own === undefined || (own[0] === unit[0] && own.length % unit.length === 0);
}

function mapFrom(
  [from, to]: readonly [string, string],
  steps: readonly [string, string] | undefined,
): IndentMap {
  return (indent) => {
    if (indent.startsWith(from)) {
      const deeper = inSteps(indent.slice(from.length), steps);
      return deeper === undefined ? undefined : to + deeper;
    }
    if (!from.startsWith(indent)) return undefined;
    const less = inSteps(from.slice(indent.length), steps);
    return less !== undefined && to.endsWith(less)
      ? to.slice(0, to.length - less.length)
      : undefined;
  };
}

/** Further than one column beyond a level, text is aligned with something. */
function inSteps(
  blanks: string,
  steps: readonly [given: string, file: string] | undefined,
): string | undefined {
  if (!steps) return blanks;
  const [given, file] = steps;
  const levels = levelsIn(blanks, given);
  const rest = blanks.slice(levels * given.length);
  return rest.length > 1 ? undefined : file.repeat(levels) + rest;
}

function levelsIn(blanks: string, unit: string): number {
  let levels = 0;
  while (blanks.startsWith(unit, levels * unit.length)) levels++;
  return levels;
}

function isRegular(
  map: ReadonlyMap<string, string>,
  lines: readonly string[],
  unit: string | undefined,
): boolean {
  return lines.every((line) => {
    const indent = map.get(indentOf(line));
    if (indent === undefined) return true;
    const rest = unit ? indent.slice(levelsIn(indent, unit) * unit.length) : indent;
    return rest === "" || (rest === " " && line.trimStart().startsWith("*"));
  });
}

/** Whether a line goes on with the one before it, so that its depth is no level. */
function goesOn(line: string, at: number, lines: readonly string[]): boolean {
  const before = lines[at - 1] ?? "";
  const isDeeper = indentOf(line).length > indentOf(before).length;
  const isProse = /^\s*(?:[-*#:.]|\/\/|\w+ \w+ \w+ )[^{([:=]*\w$/.test(before);
  return isDeeper && (isProse || (isOpen(before) && !/[([{]\s*$/.test(before)));
}

/** Whether it has a bracket that it does not close. */
function isOpen(line: string): boolean {
  const count = (brackets: RegExp) => line.match(brackets)?.length ?? 0;
  return count(/[([{]/g) > count(/[)\]}]/g);
}
