import type { Own } from "../../../kit/disposable";
import { Setup } from "./setup";
import { Account } from "../../connection/core/account";
import { Connection, type ConnectionParts } from "../../connection/core/connection";
import { Roster } from "./roster";
import type { SharedStore } from "../../../platform/core/ports";

interface HubInUseParts extends ConnectionParts {
  readonly expertStore: SharedStore;
}

export interface HubInUse {
  readonly connection: Connection;
  readonly account: Account;
  readonly roster: Roster;
  readonly setup: Setup;
}

export function buildHubInUse(parts: HubInUseParts, own: Own): HubInUse {
  const connection = own(new Connection(parts));
  const account = own(new Account(connection, parts.keys, parts.store));
  const roster = own(new Roster(connection, parts.expertStore));
  return { connection, account, roster, setup: new Setup(connection, roster) };
}
