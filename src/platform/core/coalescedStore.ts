import { Owner } from "../../kit/disposable";
import type { SharedStore } from "./ports";

/** Milliseconds for which changes are coalesced, minimum and maximum. */
const gatherFor = 100;
const gatherForMax = 2_000;
/** A slow store, such as one of a thousand experts, pauses for this many times its write duration. */
const restFor = 20;

type Change = Parameters<SharedStore["update"]>[1];

interface Unsaved {
  /** The resulting value, as far as this window knows. */
  readonly value: unknown;
  readonly changes: Change[];
}

/** A store for values that change in bursts: reads see each change at once, a burst is one write. */
export class CoalescedStore extends Owner implements SharedStore {
  readonly #store: SharedStore;
  readonly #unsaved = new Map<string, Unsaved>();
  #saving: Promise<void> | undefined;
  /** On the `performance` clock. */
  #restsUntil = 0;

  constructor(store: SharedStore) {
    super();
    this.#store = store;
  }

  get(key: string): unknown {
    const unsaved = this.#unsaved.get(key);
    return unsaved ? unsaved.value : this.#store.get(key);
  }

  /** Resolves once this change is saved. */
  update(key: string, change: Change): Promise<void> {
    const changes = this.#unsaved.get(key)?.changes ?? [];
    this.#unsaved.set(key, { value: change(this.get(key)), changes });
    changes.push(change);
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
    await Promise.all([...this.#unsaved].map(([key, unsaved]) => this.#save(key, unsaved)));
  }

  async #save(key: string, unsaved: Unsaved): Promise<void> {
    const gathered = unsaved.changes.splice(0);
    try {
      await this.#store.update(key, (value) =>
        gathered.reduce((now, change) => change(now), value),
      );
    } catch (error) {
      unsaved.changes.unshift(...gathered);
      throw error;
    }
    // A later change is still to be saved.
    if (this.#unsaved.get(key) === unsaved) this.#unsaved.delete(key);
  }

  override dispose(): void {
    super.dispose();
    void this.#flush().catch(() => undefined);
  }
}
