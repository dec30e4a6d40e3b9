import type { SavedExpert } from "./savedExpert";

/** An expert is forgotten this many milliseconds after its file was last seen: 90 days. */
const oldAfter = 90 * 24 * 60 * 60 * 1000;

/** The rows without those of experts whose files are long gone, in any window. */
export function withoutOldFiles(rows: readonly SavedExpert[], now: number): SavedExpert[] {
  return rows.filter(
    ({ isFromFile, fetchedAt = now }) => !isFromFile || now - fetchedAt < oldAfter,
  );
}

/** The rows with a new one at the end, but before experts from files, which come and go. */
export function withNew(rows: readonly SavedExpert[], row: SavedExpert): SavedExpert[] {
  const end = row.isFromFile ? rows.length : rows.findLastIndex((one) => !one.isFromFile) + 1;
  return rows.some(({ id }) => id === row.id) ? [...rows] : rows.toSpliced(end, 0, row);
}

/** Shows the rows of experts from files only while their files are there: other folders have others. */
export class FileRows {
  #present: ReadonlySet<number> = new Set();

  /** The ids of the experts whose files are there; true if they are others than before. */
  show(ids: ReadonlySet<number>): boolean {
    const { size } = this.#present;
    if (ids.size === size && [...ids].every((id) => this.#present.has(id))) return false;
    this.#present = ids;
    return true;
  }

  shown(all: readonly SavedExpert[]): SavedExpert[] {
    return all.filter(({ id, isFromFile }) => !isFromFile || this.#present.has(id));
  }

  /** All rows, with the shown ones in their new order; those that are not shown follow. */
  reordered(all: SavedExpert[], order: (shown: SavedExpert[]) => SavedExpert[]): SavedExpert[] {
    const shown = this.shown(all);
    const rows = new Set(shown);
    return [...order(shown), ...all.filter((row) => !rows.has(row))];
  }
}
