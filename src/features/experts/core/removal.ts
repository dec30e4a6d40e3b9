import type { SavedExpert } from "./savedExpert";

/** A row that was removed, and the place that it had. */
interface Removed {
  readonly row: SavedExpert;
  readonly place: number;
}

/** These rows with their places, for `putBack`. */
export function rowsAt(kept: readonly SavedExpert[], ids: readonly number[]): Removed[] {
  return kept.flatMap((row, place) => (ids.includes(row.id) ? [{ row, place }] : []));
}

export function withoutExperts(
  kept: readonly SavedExpert[],
  ids: readonly number[],
): SavedExpert[] {
  const gone = new Set(ids);
  return kept.filter(({ id }) => !gone.has(id));
}

/** The list with these rows at their places again, except those that were added again meanwhile. */
export function putBack(kept: readonly SavedExpert[], removed: readonly Removed[]): SavedExpert[] {
  const all = [...kept];
  for (const { row, place } of removed)
    if (!kept.some(({ id }) => id === row.id)) all.splice(place, 0, row);
  return all;
}
