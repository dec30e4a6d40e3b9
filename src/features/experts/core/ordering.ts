interface OrderedRow {
  readonly id: number;
}

/** Moves the rows with these ids, in their own order, to the target; to the end without a target. */
export function moveTo<T extends OrderedRow>(
  rows: readonly T[],
  ids: ReadonlySet<number>,
  target?: number,
): T[] {
  const moving = rows.filter(({ id }) => ids.has(id));
  const staying = rows.filter(({ id }) => !ids.has(id));
  const to = rows.findIndex(({ id }) => id === target);
  if (to === -1) return [...staying, ...moving];
  // Dragged down, they land after the target: otherwise nothing could be dropped after the last row.
  const from = rows.findIndex(({ id }) => ids.has(id));
  const before = rows.slice(0, from < to ? to + 1 : to).filter(({ id }) => !ids.has(id)).length;
  return staying.toSpliced(before, 0, ...moving);
}

/** Moves each of these rows by one place; those at the end stay, and the order is kept. */
export function moveByOne<T extends OrderedRow>(
  rows: readonly T[],
  ids: ReadonlySet<number>,
  direction: "up" | "down",
): T[] {
  const ordered = direction === "up" ? [...rows] : rows.toReversed();
  for (let place = 1; place < ordered.length; place++) {
    const [before, row] = [ordered[place - 1]!, ordered[place]!];
    if (ids.has(row.id) && !ids.has(before.id)) ordered.splice(place - 1, 2, row, before);
  }
  return direction === "up" ? ordered : ordered.toReversed();
}
