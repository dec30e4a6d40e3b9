import type { Connection } from "../../app/connection/connection";
import { missing, type Missing } from "../../app/ask/setup";
import type { Roster } from "../../app/experts/roster";
import { HubError } from "../../hub/errors";

/** What keeps the user from asking, asked anew each time. */
export class Need {
  readonly #connection: Connection;
  readonly #roster: Roster;

  constructor(connection: Connection, roster: Roster) {
    this.#connection = connection;
    this.#roster = roster;
  }

  /** Rejects with `storage` where the keyring does not answer. */
  current(): Promise<Missing | undefined> {
    return missing(this.#connection, this.#roster);
  }

  error(need: Missing): HubError {
    if (need === "expert")
      return new HubError("invalid-request", "There is no expert to ask yet. Add one by its id.");
    const sentence =
      need === "hub" ? "No hub is connected yet." : "There is no API key for the hub yet.";
    return new HubError("no-key", sentence);
  }
}
