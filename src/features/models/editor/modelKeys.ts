import type * as vscode from "vscode";
import { Owner } from "../../../kit/disposable";
import { StoredKey } from "../../../platform/editor/storedKey";

/** The keys of model servers in SecretStorage, each bound to its origin. */
export class ModelKeys extends Owner {
  readonly #secrets: vscode.SecretStorage;
  readonly #stored = new Map<string, StoredKey>();

  constructor(secrets: vscode.SecretStorage) {
    super();
    this.#secrets = secrets;
  }

  /** `undefined` if there is none; rejects with `storage` if it cannot be read. */
  get(origin: string): Promise<string | undefined> {
    return this.#of(origin).get(origin);
  }

  store(origin: string, key: string): Promise<void> {
    return this.#of(origin).store(origin, key);
  }

  forget(origin: string): Promise<void> {
    return this.#of(origin).forget();
  }

  #of(origin: string): StoredKey {
    const name = `expertHub.modelKey ${origin}`;
    const stored = this.#stored.get(name) ?? this.register(new StoredKey(this.#secrets, name));
    this.#stored.set(name, stored);
    return stored;
  }
}
