import type * as vscode from "vscode";
import { HubError } from "../../contract/errors";

/** What the user reads if the storage fails or does not answer. */
interface Sentences {
  readonly read: string;
  readonly save: string;
  readonly remove: string;
}

/**
 * The only way to VS Code's secret storage, behind which a keyring may be locked, or wait for a
 * dialog that nobody sees: each call ends in time.
 */
export class PatientSecrets {
  readonly #secrets: vscode.SecretStorage;
  readonly #sentences: Sentences;
  readonly #patience: number;

  /** A keyring that does not answer within `patience` milliseconds is reported as such. */
  constructor(secrets: vscode.SecretStorage, sentences: Sentences, patience = 9_000) {
    this.#secrets = secrets;
    this.#sentences = sentences;
    this.#patience = patience;
  }

  get onDidChange(): vscode.SecretStorage["onDidChange"] {
    return this.#secrets.onDidChange;
  }

  /** Rejects with `storage`, as the other calls do. */
  get(name: string): Promise<string | undefined> {
    return this.#inTime(() => this.#secrets.get(name), this.#sentences.read);
  }

  store(name: string, value: string): Promise<void> {
    return this.#inTime(() => this.#secrets.store(name, value), this.#sentences.save);
  }

  delete(name: string): Promise<void> {
    return this.#inTime(() => this.#secrets.delete(name), this.#sentences.remove);
  }

  /** A change of several calls, which together end in time; `late` is aborted if they do not. */
  change<T>(calls: (late: AbortSignal) => Promise<T>): Promise<T> {
    return this.#inTime(calls, this.#sentences.save);
  }

  async #inTime<T>(call: (late: AbortSignal) => Thenable<T>, sentence: string): Promise<T> {
    const late = new AbortController();
    const silent = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.abort();
      silent.reject(new Error("silent"));
    }, this.#patience);
    try {
      return await Promise.race([call(late.signal), silent.promise]);
    } catch (error) {
      throw error instanceof HubError ? error : new HubError("storage", sentence);
    } finally {
      clearTimeout(timer);
    }
  }
}
