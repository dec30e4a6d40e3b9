/** Holds a resource until it is disposed of. Structurally the same as VS Code's own. */
export interface Disposable {
  dispose(): void;
}

/** Keeps what it is given until its owner is disposed of. */
export type Own = <T extends Disposable>(owned: T) => T;

/** Base of everything that owns disposables: register each in the expression that creates it. */
export abstract class Owner implements Disposable {
  readonly #owned = new Set<Disposable>();
  #disposed = false;

  protected get disposed(): boolean {
    return this.#disposed;
  }

  protected register<T extends Disposable>(owned: T): T {
    if (this.#disposed) owned.dispose();
    else this.#owned.add(owned);
    return owned;
  }

  /** Disposes of one resource ahead of the rest. */
  protected release(owned: Disposable): void {
    if (this.#owned.delete(owned)) owned.dispose();
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    const owned = [...this.#owned].toReversed();
    this.#owned.clear();
    for (const one of owned) one.dispose();
  }
}
