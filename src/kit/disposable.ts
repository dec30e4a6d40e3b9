/** Something that holds a resource until told to let go. Structurally the same as VS Code's own. */
export interface Disposable {
  dispose(): void;
}

/** Keeps what is given to it until its owner is disposed of. */
export type Own = <T extends Disposable>(owned: T) => T;

/** Base of everything that owns other disposables: register in the expression that creates. */
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

  /** Disposes of one thing ahead of the rest. */
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
