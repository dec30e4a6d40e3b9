import type * as vscode from "vscode";
import { partsOf } from "../../contract/address";
import type { Keys } from "../core/ports";
import { Owner } from "../../kit/disposable";
import { Emitter } from "../../kit/event";
import { fireAndForget } from "../../kit/unexpectedErrors";
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
        const stored = this.#stored.get(key);
        stored?.discard();
        if (stored?.wasChangedHere) fireAndForget(() => this.#compare(stored, id));
        else this.#changed.fire(id);
      }),
    );
  }

  /** What this window has stored was announced at once: VS Code's event of it may come much later. */
  async #compare(stored: StoredKey, id: string): Promise<void> {
    const isKnown = await stored.isAsStoredHere().catch(() => false);
    if (!isKnown) this.#changed.fire(id);
  }

  get(scope: string): Promise<string | undefined> {
    return this.#of(scope).get(partsOf(scope).origin);
  }

  async store(scope: string, key: string): Promise<void> {
    const { id, origin } = partsOf(scope);
    await this.#of(scope).store(origin, key);
    this.#changed.fire(id);
  }

  async forget(scope: string): Promise<void> {
    await this.#of(scope).forget();
    this.#changed.fire(partsOf(scope).id);
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
