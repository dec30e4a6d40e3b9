import { HubError } from "../../hub/errors";
import type { User } from "../../hub/types";
import { Owner } from "../../kit/disposable";
import { Emitter } from "../../kit/event";
import type { Connection } from "./connection";
import type { Keys, Store } from "../ports";

/** The current user. Only the id, the name and the balance are kept between windows. */
export class Account extends Owner {
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #store: Store;
  /** The hub at the user's own address, as it was when last looked at. */
  #scope: string | undefined;
  /** How often a user was forgotten. */
  #forgotten = 0;
  readonly #changed = this.register(new Emitter<void>());

  readonly onDidChange = this.#changed.event;

  constructor(connection: Connection, keys: Keys, store: Store) {
    super();
    this.#connection = connection;
    this.#keys = keys;
    this.#store = store;
    this.register(connection.onDidChange(() => this.#settleAddress()));
    this.register(keys.onDidChange(() => this.#settleKey()));
  }

  /** What was last known of the user of the hub in use, without asking. */
  get known(): User | undefined {
    const { hub, ownHub } = this.#connection;
    this.#scope ??= ownHub?.scope;
    return hub && (this.#store.get(nameOf(hub.scope)) as User | undefined);
  }

  /** Asks the hub (service 4.1). Rejects with the client's errors. */
  async current(signal?: AbortSignal): Promise<User> {
    const { hub } = this.#connection;
    if (!hub) throw new HubError("no-key", "No hub is connected yet.");
    const forgotten = this.#forgotten;
    const client = await this.#connection.client();
    const user = await client.getUser(signal);
    // An answer that was on its way brings nobody back.
    if (forgotten === this.#forgotten) await this.remember(hub.scope, user);
    return user;
  }

  async remember(scope: string, user: User): Promise<void> {
    const { user_id, name, user_metadata } = user;
    const tokens = user_metadata?.tokens;
    await this.#store.set(nameOf(scope), {
      ...(user_id !== undefined && { user_id }),
      ...(name !== undefined && { name }),
      ...(tokens !== undefined && { user_metadata: { tokens } }),
    });
    this.#changed.fire();
  }

  /** Another address: whoever it was is no longer the user. */
  async #settleAddress(): Promise<void> {
    const last = this.#scope;
    this.#scope = this.#connection.ownHub?.scope;
    if (last !== undefined && last !== this.#scope) await this.forget(last);
  }

  /** A key that was taken away takes its user along. Whoever is known without one tells of a keyring that lost it. */
  async #settleKey(): Promise<void> {
    const { ownHub } = this.#connection;
    if (!ownHub) return;
    const isGone = await this.#keys.get(ownHub.scope).then(
      (key) => key === undefined,
      () => false,
    );
    if (isGone) await this.forget(ownHub.scope);
  }

  async forget(scope: string): Promise<void> {
    this.#forgotten++;
    await this.#store.set(nameOf(scope), undefined);
    this.#changed.fire();
  }
}

function nameOf(scope: string): string {
  return `user:${scope}`;
}
