import { HubError } from "../../hub/errors";
import type { User } from "../../hub/types";
import { Owner } from "../../kit/disposable";
import { Emitter } from "../../kit/event";
import type { Connection } from "./connection";
import type { Keys, SharedStore } from "../ports";
import { storageError } from "../storageError";

/** The current user. Only the id, the name and the balance are kept between windows. */
export class Account extends Owner {
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #store: SharedStore;
  /** The hub at the user's own address, when last checked. */
  #scope: string | undefined;
  /** How often a user was forgotten. */
  #forgotten = 0;
  readonly #changed = this.register(new Emitter<void>());

  readonly onDidChange = this.#changed.event;

  constructor(connection: Connection, keys: Keys, store: SharedStore) {
    super();
    this.#connection = connection;
    this.#keys = keys;
    this.#store = store;
    this.register(connection.onDidChange(() => this.#settleAddress()));
    this.register(keys.onDidChange(() => this.#settleKey()));
  }

  /** What is known about the user of the hub in use, without a request. */
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
    // A late answer must not restore a forgotten user.
    if (forgotten === this.#forgotten) await this.remember(hub.scope, user);
    return user;
  }

  async remember(scope: string, user: User): Promise<void> {
    const { user_id, name, user_metadata } = user;
    const tokens = user_metadata?.tokens;
    await this.#save(scope, {
      ...(user_id !== undefined && { user_id }),
      ...(name !== undefined && { name }),
      ...(tokens !== undefined && { user_metadata: { tokens } }),
    });
  }

  /** After a change of address, the previous user is forgotten. */
  async #settleAddress(): Promise<void> {
    const last = this.#scope;
    this.#scope = this.#connection.ownHub?.scope;
    if (last !== undefined && last !== this.#scope) return this.forget(last);
  }

  /** Removing a key forgets its user. A known user without a key means that the keyring lost it. */
  async #settleKey(): Promise<void> {
    const { ownHub } = this.#connection;
    if (!ownHub) return;
    const isGone = await this.#keys.get(ownHub.scope).then(
      (key) => key === undefined,
      () => false,
    );
    if (isGone) return this.forget(ownHub.scope);
  }

  forget(scope: string): Promise<void> {
    this.#forgotten++;
    return this.#save(scope, undefined);
  }

  async #save(scope: string, user: User | undefined): Promise<void> {
    try {
      await this.#store.update(nameOf(scope), () => user);
    } catch (error) {
      throw storageError("The account could not be saved", error);
    }
    this.#changed.fire();
  }
}

function nameOf(scope: string): string {
  return `user:${scope}`;
}
