import type { Roster } from "./roster";

/** Ids of experts that the built-in hub of version 1.0 had. */
const retired: ReadonlySet<number> = new Set([2, 3, 4]);

/** Removes rows of experts that the built-in hub no longer has; an empty list gets those it has. */
export async function removeRetired(roster: Roster, expertIds: readonly number[]): Promise<void> {
  const ids = roster.list
    .map(({ id }) => id)
    .filter((id) => retired.has(id) && !expertIds.includes(id));
  if (ids.length === 0) return;
  const isAll = ids.length === roster.list.length;
  // At once: afterwards, another hub may be in use.
  await Promise.all([roster.remove(ids), isAll && roster.add(expertIds)]);
}
