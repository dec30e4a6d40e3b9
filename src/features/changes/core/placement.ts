/** A change as an answer writes it, before its place is known. */
export interface LooseHunk {
  /** The lines that are replaced, with those around them. */
  readonly old: readonly string[];
  readonly now: readonly string[];
  /** The first of the old lines, from 1, if the answer says so. */
  readonly line?: number;
  /** The line that begins the part of the file, such as a function. */
  readonly section?: string;
  /** Whether fewer unchanged lines follow the change than precede it, as at the end of a file. */
  readonly isAtEnd?: boolean;
  /** Whether the last lines are said to have no line end. */
  readonly endsBare?: { readonly old: boolean; readonly now: boolean };
}

export type Place =
  | { readonly at: number; readonly isLoose?: true }
  | { readonly unplaced: "missing" | "ambiguous" };

const maxPlaces = 500;

/** Finds where the old lines of hunks are in a file: at their number, or at their only place. */
export class Placement {
  readonly #lines: readonly string[];
  #indexes: Map<string, number[]> | undefined;
  /** Comparisons of lines that are left: a hostile answer must not take long. */
  #left = 3_000_000;

  #trimmed: Placement | undefined;
  readonly #isTrimmed: boolean;

  constructor(lines: readonly string[], isTrimmed = false) {
    this.#lines = lines;
    this.#isTrimmed = isTrimmed;
  }

  placeOf({ old, line, section, isAtEnd }: LooseHunk): Place {
    if (old.length === 0) return this.#lines.length === 0 ? { at: 0 } : { unplaced: "missing" };
    const sections = section === undefined ? [] : this.#sections(section);
    const numbered = line === undefined ? -1 : line - 1;
    const isThere = numbered >= 0 && this.#isAt(old, numbered);
    // Git would take the end, whatever the number.
    const end = this.#lines.length - old.length;
    if (isThere && isAtEnd && numbered !== end && this.#isAt(old, end))
      return { unplaced: "ambiguous" };
    // The number of a line that comes before its section is a guess.
    if (
      isThere &&
      (sections.length === 0 || sections.some(([begin]) => begin < numbered + old.length))
    )
      return { at: numbered };
    const places = this.#placesOf(old);
    if (places.length === 0) return this.#looselyPlaced(old);
    if (isThere && places.length > 1) return { unplaced: "ambiguous" };
    const inside = places.filter((at) =>
      sections.some(([begin, end]) => at < end && begin < at + old.length),
    );
    const [only, ...others] = places.length === 1 ? places : inside;
    return only === undefined || others.length > 0 ? { unplaced: "ambiguous" } : { at: only };
  }

  /** At the only place that differs in nothing but the white space around lines. */
  #looselyPlaced(old: readonly string[]): Place {
    const telling = old.filter((line) => /[\p{L}\p{N}]/u.test(line)).length;
    if (this.#isTrimmed || telling === 0) return { unplaced: "missing" };
    this.#trimmed ??= new Placement(trimmed(this.#lines), true);
    const place = this.#trimmed.placeOf({ old: trimmed(old), now: [] });
    if ("unplaced" in place) return place;
    // One line that is indented in another way may be that of another block.
    const isAlone =
      telling === 1 &&
      old.some((line, at) => depthOf(line) !== depthOf(this.#lines[place.at + at] ?? ""));
    return isAlone ? { unplaced: "missing" } : { ...place, isLoose: true };
  }

  /** Where each line is. */
  #byLine(): Map<string, number[]> {
    const indexes = new Map<string, number[]>();
    for (const [at, line] of this.#lines.entries()) {
      const known = indexes.get(line);
      if (known) known.push(at);
      else indexes.set(line, [at]);
    }
    return indexes;
  }

  #isAt(old: readonly string[], at: number): boolean {
    if (at + old.length > this.#lines.length) return false;
    for (const [index, line] of old.entries()) {
      this.#left--;
      if (this.#lines[at + index] !== line) return false;
    }
    return true;
  }

  /** Looks where the rarest of the lines is. */
  #placesOf(old: readonly string[]): number[] {
    let rarest: { indexes: readonly number[]; offset: number } | undefined;
    const byLine = (this.#indexes ??= this.#byLine());
    for (const [offset, line] of old.entries()) {
      const indexes = byLine.get(line);
      if (!indexes) return [];
      if (!rarest || indexes.length < rarest.indexes.length) rarest = { indexes, offset };
    }
    const places: number[] = [];
    for (const index of rarest?.indexes ?? []) {
      if (places.length === maxPlaces || this.#left < 0) break;
      const at = index - rarest!.offset;
      if (at >= 0 && this.#isAt(old, at)) places.push(at);
    }
    return places;
  }

  /** From the line that names a section to the next one that is not indented further. */
  #sections(name: string): [begin: number, end: number][] {
    const wanted = name.trim();
    this.#left -= this.#lines.length / 20;
    if (wanted === "" || this.#left < 0) return [];
    const found: [number, number][] = [];
    for (const [begin, line] of this.#lines.entries()) {
      if (!line.trimStart().startsWith(wanted)) continue;
      const depth = depthOf(line);
      let end = begin + 1;
      const goesOn = (text: string) =>
        text.trim() === "" ||
        depthOf(text) > depth ||
        /^[\s)}\]]*(?:[)}\]];?,?|end\b.*|\{)\s*$/.test(text);
      while (end < this.#lines.length && goesOn(this.#lines[end]!)) end++;
      this.#left -= end - begin;
      found.push([begin, end]);
      if (found.length === maxPlaces || this.#left < 0) break;
    }
    return found;
  }
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}

function trimmed(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim());
}
