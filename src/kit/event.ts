import type { Disposable } from "./disposable";

/** Subscribe; dispose the result to stop. Structurally the same as VS Code's own. */
export type Event<T> = (listener: (value: T) => unknown) => Disposable;

/** One source of events. A listener that throws does not keep the others from hearing. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => unknown>();

  readonly event: Event<T> = (listener) => {
    const own = (value: T) => listener(value);
    this.#listeners.add(own);
    return { dispose: () => this.#listeners.delete(own) };
  };

  fire(value: T): void {
    const thrown: unknown[] = [];
    for (const listener of this.#listeners) {
      try {
        listener(value);
      } catch (error) {
        thrown.push(error);
      }
    }
    if (thrown.length > 0) throw thrown[0];
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
