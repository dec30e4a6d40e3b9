import { partsOf } from "../../../contract/address";
import type { Account } from "../../connection/core/account";
import type { Connection, OwnHub } from "../../connection/core/connection";
import type { Roster } from "./roster";
import type { Keys } from "../../../platform/core/ports";

export type RemoveHub = (hub: OwnHub) => Promise<void>;

interface RemoveHubParts {
  readonly connection: Connection;
  readonly account: Account;
  readonly roster: Roster;
  /** What the user chose for the experts. */
  readonly options: { forget(hub: OwnHub, expertIds: readonly number[]): Promise<unknown> };
  readonly keys: Keys;
  /** The headers that go along to origins. */
  readonly extras?: { forget(origin: string): Promise<void> };
  /** Origins that are needed for something else than hubs. */
  readonly otherOrigins?: () => readonly string[];
  stopQuestions(): void;
}

/** Deletes a hub with its key first, then all that is stored for it but conversations. */
export function removeHub(parts: RemoveHubParts): RemoveHub {
  const { connection, account, roster, options, keys, stopQuestions } = parts;
  const { extras, otherOrigins } = parts;
  return async (hub) => {
    if (connection.hub?.scope === hub.scope) {
      stopQuestions();
      connection.abortAll();
    }
    await keys.forget(hub.scope);
    const expertIds = roster.savedRosters.idsAt(hub.scope);
    await roster.savedRosters.remove(hub.scope);
    await options.forget(hub, expertIds);
    await account.forget(hub.scope);
    await connection.hubs.remove(hub);
    const { origin } = partsOf(hub.scope);
    const origins = connection.hubs.list.map(({ scope }) => partsOf(scope).origin);
    if (![...origins, ...(otherOrigins?.() ?? [])].includes(origin)) await extras?.forget(origin);
  };
}
