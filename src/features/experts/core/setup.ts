import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import { LocalError } from "../../../platform/core/localError";
import { Connection, type ConnectionParts } from "../../connection/core/connection";
import { Roster } from "./roster";
import type { SetupStep } from "../../../contract/vocabulary";
import type { Own } from "../../../kit/disposable";
import { Account } from "../../connection/core/account";
import type { SharedStore } from "../../../platform/core/ports";

/** What the user has to supply before anything can be asked. */
export class Setup {
  readonly #connection: Connection;
  readonly #roster: Roster;

  constructor(connection: Connection, roster: Roster) {
    this.#connection = connection;
    this.#roster = roster;
  }

  /**
   * The next step, looked up on each call. Rejects with `storage` if the keyring does not answer, so
   * that callers do not wait for it twice.
   */
  async next(): Promise<SetupStep | undefined> {
    return this.#orExpert(await this.#connection.setupStep());
  }

  /** For display only. A keyring that does not answer is reported by the request, not as a missing key. */
  async nextSetupStep(): Promise<SetupStep | undefined> {
    return this.#orExpert(await this.#connection.setupStep().catch(() => undefined));
  }

  #orExpert(step: SetupStep | undefined): SetupStep | undefined {
    return step ?? (this.#roster.list.length === 0 ? "expert" : undefined);
  }
}

/** Why nothing can be asked before this step is done. */
export function setupError(step: SetupStep): HubError {
  if (step === "expert")
    return new LocalError(
      "invalid-request",
      t("There is no expert to ask yet. Add one by its ID."),
      ["addExpert"],
    );
  const sentence =
    step === "hub" ? t("No hub is connected yet.") : t("There is no API key for the hub yet.");
  return new HubError("no-key", sentence);
}

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
