/** Something that holds a resource until told to let go. Structurally the same as VS Code's own. */
export interface Disposable {
  dispose(): void;
}

/** Base of everything that owns other disposables: register in the expression that creates. */
export abstract class Owner implements Disposable {
  readonly #owned: Disposable[] = [];
  #disposed = false;

  protected get disposed(): boolean {
    return this.#disposed;
  }

  protected register<T extends Disposable>(owned: T): T {
    if (this.#disposed) owned.dispose();
    else this.#owned.push(owned);
    return owned;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const owned of this.#owned.splice(0).toReversed()) owned.dispose();
  }
}
