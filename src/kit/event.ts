import type { Disposable } from "./disposable";
import { fireAndForget } from "./unexpectedErrors";

/** Subscribe; dispose the result to stop. Structurally the same as VS Code's own. */
export type Event<T> = (listener: (value: T) => unknown) => Disposable;

/** One source of events. What a listener throws or rejects with is reported; neither the others nor who fires notice. */
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
