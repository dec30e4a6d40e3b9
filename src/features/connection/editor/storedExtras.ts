import type * as vscode from "vscode";
import { type AddressExtras, extrasIn, noExtras } from "../../../contract/addressExtras";
import { Owner } from "../../../kit/disposable";
import { t } from "../../../kit/l10n";
import { orStorageError } from "../../../platform/core/localError";
import type { SharedStore } from "../../../platform/core/ports";
import { StoredKey } from "../../../platform/editor/storedKey";

/** The origins that have any: for all others, no secret is read. */
const originsName = "addressExtras";

/** The headers and fields of addresses, in SecretStorage like their keys, each bound to its origin. */
export class StoredExtras extends Owner {
  readonly #secrets: vscode.SecretStorage;
  readonly #store: SharedStore;
  readonly #stored = new Map<string, StoredKey>();

  constructor(secrets: vscode.SecretStorage, store: SharedStore) {
    super();
    this.#secrets = secrets;
    this.#store = store;
  }

  get origins(): readonly string[] {
    return originsIn(this.#store.get(originsName));
  }

  /** Rejects with `storage` if they cannot be read. */
  async get(origin: string): Promise<AddressExtras> {
    return this.origins.includes(origin) ? extrasIn(await this.#of(origin).get(origin)) : noExtras;
  }

  /** Of all origins, to be kept out of what is shared. */
  async headerValues(): Promise<string[]> {
    const all = await Promise.all(this.origins.map((origin) => this.get(origin)));
    return all.flatMap(({ headers }) => Object.values(headers));
  }

  /** Takes the place of those before. */
  async set(origin: string, extras: AddressExtras): Promise<void> {
    const { headers, fields } = extras;
    if (Object.keys({ ...headers, ...fields }).length === 0) return this.forget(origin);
    await this.#of(origin).store(origin, JSON.stringify(extras));
    await this.#save((origins) => [...new Set([...origins, origin])]);
  }

  async forget(origin: string): Promise<void> {
    if (!this.origins.includes(origin)) return;
    await this.#of(origin).forget();
    await this.#save((origins) => origins.filter((one) => one !== origin));
  }

  #save(change: (origins: readonly string[]) => readonly string[]): Promise<void> {
    return orStorageError(t("The choice could not be saved"), () =>
      this.#store.update(originsName, (stored) => change(originsIn(stored))),
    );
  }

  #of(origin: string): StoredKey {
    const name = `expertHub.address ${origin}`;
    const stored = this.#stored.get(name) ?? this.register(new StoredKey(this.#secrets, name));
    this.#stored.set(name, stored);
    return stored;
  }
}

function originsIn(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((origin) => typeof origin === "string") : [];
}
