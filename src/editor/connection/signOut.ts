import type { Account } from "../../app/connection/account";
import type { Asking } from "../../app/ask/questionRunner";
import type { Connection } from "../../app/connection/connection";
import type { Keys } from "../../app/ports";
import type { Notify } from "../workbench/notify";
import type { Command } from "../workbench/command";

/** Forgets the key and the user, and ends what is on its way. */
export class SignOut implements Command {
  readonly id = "expertHub.signOut";
  readonly #connection: Connection;
  readonly #account: Account;
  readonly #asking: Asking;
  readonly #keys: Keys;
  readonly #notify: Notify;

  constructor(parts: {
    connection: Connection;
    account: Account;
    asking: Asking;
    keys: Keys;
    notify: Notify;
  }) {
    this.#connection = parts.connection;
    this.#account = parts.account;
    this.#asking = parts.asking;
    this.#keys = parts.keys;
    this.#notify = parts.notify;
  }

  async run(): Promise<void> {
    this.#asking.stopAll();
    await this.#keys.forget();
    this.#connection.hangUp();
    const { ownHub } = this.#connection;
    if (ownHub) await this.#account.forget(ownHub.scope);
    this.#notify.information("Signed out. The API key is deleted from this computer.");
  }
}
