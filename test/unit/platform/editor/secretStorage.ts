import type { SecretStorage } from "vscode";
import { Emitter } from "../../../../src/kit/event";

/** A secret storage in memory that a test can lock; records its calls. */
export class TestSecrets implements SecretStorage {
  readonly held = new Map<string, string>();
  readonly asked: string[] = [];
  /** Replaces the answer of every call. */
  locked: (() => Promise<never>) | undefined;
  readonly #changed = new Emitter<{ key: string }>();

  readonly onDidChange = this.#changed.event as SecretStorage["onDidChange"];

  /** Reports a change; VS Code may do so much later. */
  announce = (name: string): void => this.#changed.fire({ key: name });

  keys = () => this.#answer("keys", () => [...this.held.keys()]);
  get = (name: string) => this.#answer("get", () => this.held.get(name));
  delete = (name: string) =>
    this.#answer("delete", () => {
      this.held.delete(name);
      this.announce(name);
    });
  store = (name: string, value: string) =>
    this.#answer("store", () => {
      this.held.set(name, value);
      this.announce(name);
    });

  async #answer<T>(call: string, answer: () => T): Promise<T> {
    this.asked.push(call);
    return this.locked ? this.locked() : answer();
  }
}

export const refuses = () => Promise.reject(new Error("Cannot unlock KEY-CANARY-in-the-text"));
export const hangs = () => new Promise<never>(() => undefined);
