import { Owner } from "../kit/disposable";
import type { Store } from "./ports";

/** Milliseconds in which changes are gathered into one, at least and at most. */
const gatherFor = 100;
const gatherForMax = 2_000;
/** A slow store, such as one of a thousand experts, is given this many times its own time to rest. */
const restFor = 20;

/** A store for values that change in bursts: reads see every change at once, the disk the last of each burst. */
export class CoalescedStore extends Owner implements Store {
  readonly #store: Store;
  readonly #unsaved = new Map<string, unknown>();
  #saving: Promise<void> | undefined;
  /** On the clock of `performance`. */
  #restsUntil = 0;

  constructor(store: Store) {
    super();
    this.#store = store;
  }

  get(key: string): unknown {
    return this.#unsaved.has(key) ? this.#unsaved.get(key) : this.#store.get(key);
  }

  /** Resolves once this change, or a later one in its place, is saved. */
  set(key: string, value: unknown): Promise<void> {
    this.#unsaved.set(key, value);
    if (this.disposed) return this.#flush();
    return (this.#saving ??= this.#soon());
  }

  async #soon(): Promise<void> {
    const rest = Math.max(gatherFor, this.#restsUntil - performance.now());
    await new Promise((resolve) => setTimeout(resolve, rest));
    this.#saving = undefined;
    const started = performance.now();
    await this.#flush();
    const saved = performance.now();
    this.#restsUntil = saved + Math.min((saved - started) * restFor, gatherForMax);
  }

  async #flush(): Promise<void> {
    const gathered = [...this.#unsaved];
    await Promise.all(
      gathered.map(async ([key, value]) => {
        await this.#store.set(key, value);
        if (this.#unsaved.get(key) === value) this.#unsaved.delete(key);
      }),
    );
  }

  override dispose(): void {
    super.dispose();
    void this.#flush().catch(() => undefined);
  }
}
