import type * as vscode from "vscode";
import { partsOf } from "../../contract/address";
import type { Keys } from "../core/ports";
import { Owner } from "../../kit/disposable";
import { Emitter } from "../../kit/event";
import { StoredKey } from "./storedKey";

const hubKey = "expertHub.key";

/**
 * The API keys in SecretStorage, an entry for each hub: two accounts at one origin never share one.
 * The hub of the settings has no id.
 */
export class Keychain extends Owner implements Keys {
  readonly #secrets: vscode.SecretStorage;
  readonly #patience: number | undefined;
  readonly #stored = new Map<string, StoredKey>();
  readonly #changed = this.register(new Emitter<string>());

  readonly onDidChange = this.#changed.event;

  /** A keyring that does not answer within `patience` milliseconds is reported as such. */
  constructor(secrets: vscode.SecretStorage, patience?: number) {
    super();
    this.#secrets = secrets;
    this.#patience = patience;
    this.register(
      secrets.onDidChange(({ key }) => {
        const [name, id = ""] = key.split("#");
        if (name !== hubKey) return;
        this.#stored.get(key)?.discard();
        this.#changed.fire(id);
      }),
    );
  }

  get(scope: string): Promise<string | undefined> {
    return this.#of(scope).get(partsOf(scope).origin);
  }

  store(scope: string, key: string): Promise<void> {
    return this.#of(scope).store(partsOf(scope).origin, key);
  }

  forget(scope: string): Promise<void> {
    return this.#of(scope).forget();
  }

  #of(scope: string): StoredKey {
    const { id } = partsOf(scope);
    const name = id === "" ? hubKey : `${hubKey}#${id}`;
    const stored =
      this.#stored.get(name) ?? this.register(new StoredKey(this.#secrets, name, this.#patience));
    this.#stored.set(name, stored);
    return stored;
  }
}
