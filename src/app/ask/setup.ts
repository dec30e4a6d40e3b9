import type { Connection, Need } from "../connection/connection";
import type { Roster } from "../experts/roster";

export type Missing = "hub" | "key" | "expert";

/**
 * What the user has to supply next before anything can be asked. Rejects with `storage` where the
 * keyring does not answer: whoever waited for it once does not wait for it again.
 */
export async function missing(
  connection: Connection,
  roster: Roster,
): Promise<Missing | undefined> {
  return orExpert(await connection.need(), roster);
}

/** The same for what is only shown. A keyring that does not answer is told by the request, not as a missing key. */
export async function seemsMissing(
  connection: Connection,
  roster: Roster,
): Promise<Missing | undefined> {
  return orExpert(await connection.need().catch(() => undefined), roster);
}

function orExpert(need: Need, roster: Roster): Missing | undefined {
  return need ?? (roster.list.length === 0 ? "expert" : undefined);
}
