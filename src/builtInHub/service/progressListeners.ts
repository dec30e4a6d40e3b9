import type { Progress } from "../../contract/progress";

type Listener = (progress: Progress) => void;

/** Who hears of the progress of a question, by the id that its request carries. */
export class ProgressListeners {
  readonly #listeners = new Map<string, Listener>();

  add(id: string, listener: Listener): { dispose(): void } {
    this.#listeners.set(id, listener);
    return { dispose: () => this.#listeners.delete(id) };
  }

  /** The listener that a request names; `undefined` if it names none. */
  of(id: string | string[] | undefined): Listener | undefined {
    if (typeof id !== "string" || !this.#listeners.has(id)) return undefined;
    return (progress) => this.#listeners.get(id)?.(progress);
  }
}
