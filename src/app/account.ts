import { HubError } from "../hub/errors";
import type { User } from "../hub/types";
import { Owner } from "../kit/disposable";
import { Emitter } from "../kit/event";
import type { Connection } from "./connection";
import type { Store } from "./ports";

/** The current user. Only the id, the name and the balance are kept between windows. */
export class Account extends Owner {
  readonly #connection: Connection;
  readonly #store: Store;
  /** The hub at the user's own address, as it was when last looked at. */
  #scope: string | undefined;
  readonly #changed = this.register(new Emitter<void>());

  readonly onDidChange = this.#changed.event;

  constructor(connection: Connection, store: Store) {
    super();
    this.#connection = connection;
    this.#store = store;
    this.register(connection.onDidChange(() => this.#settle()));
  }

  /** What was last known of the user of the hub in use, without asking. */
  get known(): User | undefined {
    const { hub } = this.#connection;
    if (hub && !hub.builtIn) this.#scope ??= hub.scope;
    return hub && (this.#store.get(nameOf(hub.scope)) as User | undefined);
  }

  /** Asks the hub (service 4.1). Rejects with the client's errors. */
  async current(signal?: AbortSignal): Promise<User> {
    const { hub } = this.#connection;
    if (!hub) throw new HubError("no-key", "No hub is connected yet.");
    const client = await this.#connection.client();
    const user = await client.getUser(signal);
    await this.remember(hub.scope, user);
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

  /** Another address, or a key that is gone: whoever it was is no longer the user. */
  async #settle(): Promise<void> {
    const { hub } = this.#connection;
    const last = this.#scope;
    if (hub?.builtIn) return;
    this.#scope = hub?.scope;
    if (last !== undefined && last !== hub?.scope) await this.forget(last);
    const need = await this.#connection.need().catch(() => undefined);
    if (hub && need === "key" && this.#connection.hub?.scope === hub.scope && this.known) {
      await this.forget(hub.scope);
    }
  }

  async forget(scope: string): Promise<void> {
    await this.#store.set(nameOf(scope), undefined);
    this.#changed.fire();
  }
}

function nameOf(scope: string): string {
  return `user:${scope}`;
}
