import type { SavedExpert } from "./savedExpert";

/** An expert is forgotten this many milliseconds after its file was last seen: 90 days. */
const oldAfter = 90 * 24 * 60 * 60 * 1000;

/** The rows without those of experts whose files are long gone, in any window. */
export function withoutOldFiles(rows: SavedExpert[], now: number): SavedExpert[] {
  return rows.filter(
    ({ isFromFile, fetchedAt = now }) => !isFromFile || now - fetchedAt < oldAfter,
  );
}

/** The index of a new row: at the end, but before experts from files, which come and go. */
export function endFor({ isFromFile }: SavedExpert, rows: readonly SavedExpert[]): number {
  return isFromFile ? rows.length : rows.findLastIndex((row) => !row.isFromFile) + 1;
}

/** The rows with a new one after those of its kind, in the order of `places`. */
export function withNew(
  row: SavedExpert,
  rows: SavedExpert[],
  places: ReadonlyMap<number, number>,
): SavedExpert[] {
  const place = places.get(row.id) ?? -1;
  const before = rows.findIndex(({ id }) => (places.get(id) ?? -1) > place);
  return rows.toSpliced(before === -1 ? endFor(row, rows) : before, 0, row);
}

/** Shows the rows of experts from files only while their files are there: other folders have others. */
export class FileRows {
  #present: ReadonlySet<number> = new Set();
  #last: { readonly all: SavedExpert[]; readonly shown: SavedExpert[] } | undefined;

  /** The ids of the experts whose files are there; true if they are others than before. */
  show(ids: ReadonlySet<number>): boolean {
    const { size } = this.#present;
    if (ids.size === size && [...ids].every((id) => this.#present.has(id))) return false;
    this.#present = ids;
    this.#last = undefined;
    return true;
  }

  shown(all: SavedExpert[]): SavedExpert[] {
    if (this.#last?.all === all) return this.#last.shown;
    const isShown = ({ id, isFromFile }: SavedExpert) => !isFromFile || this.#present.has(id);
    const shown = all.every(isShown) ? all : all.filter(isShown);
    this.#last = { all, shown };
    return shown;
  }

  /** All rows, with the shown ones in their new order; those that are not shown follow. */
  reordered(all: SavedExpert[], order: (shown: SavedExpert[]) => SavedExpert[]): SavedExpert[] {
    const shown = this.shown(all);
    if (shown === all) return order(all);
    const rows = new Set(shown);
    return [...order(shown), ...all.filter((row) => !rows.has(row))];
  }
}
