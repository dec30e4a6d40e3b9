import type { Connection } from "./connection";
import type { Roster } from "./roster";

export type Missing = "hub" | "key" | "expert";

/** What the user has to supply next before anything can be asked. */
export async function missing(
  connection: Connection,
  roster: Roster,
): Promise<Missing | undefined> {
  // A keyring that does not answer is told by the request itself, not as a key that is missing.
  const need = await connection.need().catch(() => undefined);
  return need ?? (roster.list.length === 0 ? "expert" : undefined);
}
