import type { Disposable } from "./disposable";
import { fireAndForget } from "./unexpectedErrors";

/** Subscribes; dispose of the result to unsubscribe. Structurally the same as VS Code's own. */
export type Event<T> = (listener: (value: T) => unknown) => Disposable;

/** A source of events. What a listener throws or rejects with is reported, and affects nobody else. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => unknown>();

  readonly event: Event<T> = (listener) => {
    const own = (value: T) => listener(value);
    this.#listeners.add(own);
    return { dispose: () => this.#listeners.delete(own) };
  };

  fire(value: T): void {
    for (const listener of this.#listeners) fireAndForget(() => listener(value));
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
