import type { Hunk } from "./hunk";
import { indentUnit } from "./indentation/measure";

/** A change as an answer writes it, before its place is known. */
export interface LooseHunk {
  /** The lines that are replaced, with those around them. */
  readonly old: readonly string[];
  readonly now: readonly string[];
  /** The old lines with what may be the mark of an unchanged one, or its first space. */
  readonly written?: readonly string[] | undefined;
  /** All lines, with their marks. */
  readonly body?: readonly string[] | undefined;
  /** What becomes of the old lines, where marks say so. */
  readonly edits?: readonly Hunk[] | undefined;
  /** The first of the old lines, from 1, if the answer says so. */
  readonly line?: number | undefined;
  /** Lines that begin a part of the file, such as a class and a method in it. */
  readonly sections?: readonly string[] | undefined;
  /** Whether fewer unchanged lines follow the change than precede it, as at the end of a file. */
  readonly isAtEnd?: boolean | undefined;
  /** Whether it is said to be at the end of the file. */
  readonly endsFile?: boolean | undefined;
  /** Whether the last lines are said to have no line end. */
  readonly endsBare?: { readonly old: boolean; readonly now: boolean } | undefined;
  /** Whether Git wrote it. */
  readonly isExact?: boolean | undefined;
  /** Whether it is applied to what the changes before it have made of the file. */
  readonly isStep?: boolean | undefined;
  /** Other ways to read it, tried where its old lines are not in the file. */
  readonly otherwise?: readonly LooseHunk[] | undefined;
  /** Whether it is refused where two ways to read it fit. */
  readonly isUncertain?: boolean | undefined;
}

/** For a hunk whose number says nothing. */
export function withoutNumbers(hunk: LooseHunk): LooseHunk {
  return { ...hunk, line: undefined, otherwise: hunk.otherwise?.map(withoutNumbers) };
}

/** How the old lines are in the file: with other white space at their ends, or around them. */
export type Fit = "exact" | "marked" | "indented";

export type Place =
  | { readonly at: number; readonly fit: Fit }
  | { readonly unplaced: "missing" | "indented" | "costly" }
  | { readonly unplaced: "ambiguous"; readonly fit: Fit; readonly places: number };

const maxPlaces = 500;

/** Comparisons of lines that are left: a hostile answer must not take long. */
export class ComparisonBudget {
  left = 3_000_000;
}

/** Finds where the old lines of hunks are in a file: at their number, or at their only place. */
export class Placement {
  readonly #lines: readonly string[];
  readonly #budget: ComparisonBudget;
  #indexes: Map<string, number[]> | undefined;
  readonly #parts = new Map<string, [begin: number, end: number][]>();
  #unit: { readonly is: string | undefined } | undefined;

  constructor(lines: readonly string[], budget = new ComparisonBudget()) {
    this.#lines = lines;
    this.#budget = budget;
  }

  placeOf(hunk: LooseHunk): Place {
    const { old, line } = hunk;
    if (old.length === 0)
      return this.#lines.length === 0 ? { at: 0, fit: "exact" } : { unplaced: "missing" };
    if (line !== undefined && this.#isChosen(hunk, line - 1, "exact"))
      return { at: line - 1, fit: "exact" };
    const places = this.#placesOf(old);
    if (this.#budget.left < 0) return { unplaced: "costly" };
    if (places.length === maxPlaces)
      return { unplaced: "ambiguous", fit: "exact", places: maxPlaces };
    for (const fit of ["exact", "marked"] as const) {
      const fitting = places.filter((at) => this.#fits(hunk, at, fit));
      if (fitting.length === 0) continue;
      const at = this.#choice(hunk, fitting, fit);
      return at === undefined
        ? { unplaced: "ambiguous", fit, places: fitting.length }
        : { at, fit };
    }
    return this.#indentedPlace(old, places);
  }

  /** One level of the file's indentation. */
  get unit(): string | undefined {
    this.#unit ??= { is: indentUnit(this.#lines) };
    return this.#unit.is;
  }

  /** Whether the file has the line, whatever white space is around it. */
  has(line: string): boolean {
    this.#indexes ??= this.#byLine();
    return this.#indexes.has(line.trim());
  }

  /** At the only place that differs in nothing but the white space around lines. */
  #indentedPlace(old: readonly string[], places: readonly number[]): Place {
    const significant = old.filter((line) => /[\p{L}\p{N}]/u.test(line)).length;
    const [at, ...others] = places;
    if (at === undefined || significant === 0) return { unplaced: "missing" };
    if (others.length > 0) return { unplaced: "ambiguous", fit: "indented", places: places.length };
    // One line that is indented in another way may be that of another block.
    return significant === 1 ? { unplaced: "indented" } : { at, fit: "indented" };
  }

  #choice(hunk: LooseHunk, places: readonly number[], fit: Fit): number | undefined {
    const { old, line, sections, endsFile } = hunk;
    const numbered = line === undefined ? -1 : line - 1;
    if (places.includes(numbered) && this.#isChosen(hunk, numbered, fit)) return numbered;
    if (places.length === 1) return places[0];
    if (places.includes(numbered)) return undefined;
    const end = this.#lines.length - old.length;
    if (endsFile && places.includes(end)) return end;
    const parts = this.#partsOf(sections);
    const [only, ...others] = places.filter((at) =>
      parts.some(([begin, to]) => at < to && begin < at + old.length),
    );
    return others.length > 0 ? undefined : only;
  }

  /** Whether the number of a hunk says its place. */
  #isChosen(hunk: LooseHunk, at: number, fit: Fit): boolean {
    const { old, sections, isAtEnd } = hunk;
    if (at < 0 || !this.#fits(hunk, at, fit)) return false;
    // Git would take the end, whatever the number.
    const end = this.#lines.length - old.length;
    if (isAtEnd && at !== end && this.#fits(hunk, end, fit)) return false;
    // The number of a line that comes before its section is a guess.
    const parts = this.#partsOf(sections);
    return parts.length === 0 || parts.some(([begin]) => begin < at + old.length);
  }

  #fits({ old, written }: LooseHunk, at: number, fit: Fit): boolean {
    if (at < 0 || at + old.length > this.#lines.length) return false;
    for (const [index, line] of old.entries()) {
      this.#budget.left--;
      const there = this.#lines[at + index]!;
      if (there === line) continue;
      if (fit === "exact") return false;
      const text = there.trimEnd();
      if (text !== line.trimEnd() && text !== written?.[index]?.trimEnd()) return false;
    }
    return true;
  }

  /** Where each line is, whatever white space is around it. */
  #byLine(): Map<string, number[]> {
    const indexes = new Map<string, number[]>();
    for (const [at, line] of this.#lines.entries()) {
      const known = indexes.get(line.trim());
      if (known) known.push(at);
      else indexes.set(line.trim(), [at]);
    }
    return indexes;
  }

  /** Where all lines are, whatever white space is around them: looks where the rarest is. */
  #placesOf(old: readonly string[]): number[] {
    let rarest: { indexes: readonly number[]; offset: number } | undefined;
    const byLine = (this.#indexes ??= this.#byLine());
    const trimmed = old.map((line) => line.trim());
    for (const [offset, line] of trimmed.entries()) {
      const indexes = byLine.get(line);
      if (!indexes) return [];
      if (!rarest || indexes.length < rarest.indexes.length) rarest = { indexes, offset };
    }
    const places: number[] = [];
    for (const index of rarest?.indexes ?? []) {
      if (places.length === maxPlaces || this.#budget.left < 0) break;
      const at = index - rarest!.offset;
      if (at >= 0 && this.#isAt(trimmed, at)) places.push(at);
    }
    return places;
  }

  #isAt(trimmed: readonly string[], at: number): boolean {
    if (at + trimmed.length > this.#lines.length) return false;
    for (const [index, line] of trimmed.entries()) {
      this.#budget.left--;
      if (this.#lines[at + index]!.trim() !== line) return false;
    }
    return true;
  }

  /** The parts of the file that lines begin, each within those of the line before. */
  #partsOf(sections: readonly string[] = []): [begin: number, end: number][] {
    let parts: [begin: number, end: number][] = [];
    for (const section of sections) {
      const inside = this.#partsNamed(section);
      const within = inside.filter(([at]) => parts.some(([begin, end]) => begin < at && at < end));
      if (within.length > 0 || parts.length === 0) parts = within.length > 0 ? within : inside;
    }
    return parts;
  }

  /** From the line that begins a part to the next one that is not indented further. */
  #partsNamed(name: string): [begin: number, end: number][] {
    const wanted = name.trim();
    const known = this.#parts.get(wanted);
    if (known) return known;
    this.#budget.left -= this.#lines.length / 20;
    if (wanted === "" || this.#budget.left < 0) return [];
    const found: [number, number][] = [];
    this.#parts.set(wanted, found);
    for (const [begin, line] of this.#lines.entries()) {
      if (!line.trimStart().startsWith(wanted)) continue;
      const depth = depthOf(line);
      let end = begin + 1;
      const goesOn = (text: string) =>
        text.trim() === "" ||
        depthOf(text) > depth ||
        /^[\s)}\]]*(?:[)}\]];?,?|end\b.*|\{)\s*$/.test(text);
      while (end < this.#lines.length && goesOn(this.#lines[end]!)) end++;
      this.#budget.left -= end - begin;
      found.push([begin, end]);
      if (found.length === maxPlaces || this.#budget.left < 0) break;
    }
    return found;
  }
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Where a file has most of the lines that a hunk without a place expects, or where its number says. */
export function likelyPlace(
  lines: readonly string[],
  { old, line }: LooseHunk,
): { readonly start: number; readonly end: number } | undefined {
  const offsets = new Map<string, number[]>();
  for (const [offset, expected] of old.entries()) {
    const text = expected.trim();
    if (/[\p{L}\p{N}]/u.test(text)) offsets.set(text, [...(offsets.get(text) ?? []), offset]);
  }
  const votes = new Map<number, number>();
  for (const [at, present] of lines.entries())
    for (const offset of offsets.get(present.trim()) ?? [])
      votes.set(at - offset, (votes.get(at - offset) ?? 0) + 1);
  const [likeliest] = [...votes].toSorted(([, one], [, other]) => other - one);
  const start = Math.max(0, likeliest?.[0] ?? (line ?? 0) - 1);
  const end = Math.min(lines.length, start + Math.max(1, old.length));
  return start < end && (likeliest || line !== undefined) ? { start, end } : undefined;
}
