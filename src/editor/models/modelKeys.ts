import type * as vscode from "vscode";
import { Owner } from "../../kit/disposable";
import { Keychain } from "../adapters/keychain";

/** The keys of model servers in SecretStorage, each bound to its origin. */
export class ModelKeys extends Owner {
  readonly #secrets: vscode.SecretStorage;
  readonly #chains = new Map<string, Keychain>();

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

  #of(origin: string): Keychain {
    const name = `expertHub.modelKey ${origin}`;
    const chain =
      this.#chains.get(name) ?? this.register(new Keychain(this.#secrets, undefined, name));
    this.#chains.set(name, chain);
    return chain;
  }
}
