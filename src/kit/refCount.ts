import type { Disposable } from "./disposable";

/** Counts who still needs a thing. */
export class RefCount<T extends object> {
  readonly #counts = new WeakMap<T, number>();
  readonly #released: () => void;

  /** `released` is called whenever a hold has ended. */
  constructor(released: () => void) {
    this.#released = released;
  }

  isHeld(thing: T): boolean {
    return (this.#counts.get(thing) ?? 0) > 0;
  }

  /** Lasts until the result is disposed of. */
  hold(thing: T): Disposable {
    this.#counts.set(thing, (this.#counts.get(thing) ?? 0) + 1);
    let isHeld = true;
    return {
      dispose: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#counts.set(thing, (this.#counts.get(thing) ?? 1) - 1);
        this.#released();
      },
    };
  }
}
