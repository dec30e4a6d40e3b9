import { HubError } from "../../../contract/errors";
import type { Cause } from "../../../contract/purpose";
import type { User } from "../../../contract/types";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { locale, t } from "../../../kit/l10n";
import type { Connection } from "./connection";
import type { Hub } from "./hub";
import type { Keys, SharedStore } from "../../../platform/core/ports";
import { orStorageError } from "../../../platform/core/localError";

/** The current user. Only the id, the name and the balance are kept between windows. */
export class Account extends Owner {
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #store: SharedStore;
  /** The user's own hubs when last checked, by id. */
  #scopes: ReadonlyMap<string, string>;
  /** How often a user was forgotten. */
  #forgotten = 0;
  readonly #changed = this.register(new Emitter<void>());

  readonly onDidChange = this.#changed.event;

  constructor(connection: Connection, keys: Keys, store: SharedStore) {
    super();
    this.#connection = connection;
    this.#keys = keys;
    this.#store = store;
    this.#scopes = this.#currentScopes;
    this.register(connection.onDidChange(() => this.#settleAddress()));
    this.register(keys.onDidChange((id) => this.#settleKey(id)));
  }

  /** What is known about the user of the hub in use, without a request. */
  get known(): User | undefined {
    const { hub } = this.#connection;
    return hub && this.knownAt(hub);
  }

  knownAt({ scope }: Hub): User | undefined {
    return this.#store.get(accountKey(scope)) as User | undefined;
  }

  /** Asks the hub (service 4.1). Rejects with the client's errors. */
  async current(signal?: AbortSignal, cause?: Cause): Promise<User> {
    this.#connection.reload();
    const at = this.#connection.accountAt();
    if (!at) throw new HubError("no-key", t("No hub is connected yet."));
    const forgotten = this.#forgotten;
    const client = await this.#connection.clientFor(at);
    const user = await client.getUser(signal, cause);
    // A late answer must not restore a forgotten user, nor one whose key was replaced.
    if (forgotten === this.#forgotten && this.#connection.isUnchanged(at))
      await this.remember(at.hub.scope, user);
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

  get #currentScopes(): ReadonlyMap<string, string> {
    return new Map(this.#connection.hubs.list.map(({ id, scope }) => [id, scope]));
  }

  /** The user of a hub that was removed, or moved to another origin, is forgotten. */
  async #settleAddress(): Promise<void> {
    const before = this.#scopes;
    this.#scopes = this.#currentScopes;
    const left = [...before].filter(([id, scope]) => this.#scopes.get(id) !== scope);
    await Promise.all(left.map(([, scope]) => this.forget(scope)));
  }

  /** Removing a key forgets its user. A known user without a key means that the keyring lost it. */
  async #settleKey(changed: string): Promise<void> {
    const hub = this.#connection.hubs.list.find(({ id }) => id === changed);
    if (!hub) return;
    const isGone = await this.#keys.get(hub.scope).then(
      (key) => key === undefined,
      () => false,
    );
    if (isGone) return this.forget(hub.scope);
  }

  forget(scope: string): Promise<void> {
    this.#forgotten++;
    return this.#save(scope, undefined);
  }

  async #save(scope: string, user: User | undefined): Promise<void> {
    await orStorageError(t("The account could not be saved"), () =>
      this.#store.update(accountKey(scope), () => user),
    );
    this.#changed.fire();
  }
}

function accountKey(scope: string): string {
  return `user:${scope}`;
}

/** Below this many tokens the balance is low. */
const lowBalance = 1000;

export function isLow(tokens: number | undefined): boolean {
  return tokens !== undefined && tokens < lowBalance;
}

export function balanceInWords(tokens: number): string {
  return tokens === 1 ? t("1 token") : t("{0} tokens", tokens.toLocaleString(locale()));
}
