import type { Disposable } from "../../kit/disposable";
import { fireAndForget } from "../../kit/unexpectedErrors";

/** Runs a job immediately, then at most once per interval in milliseconds; the last call is never lost. */
export class Throttled implements Disposable {
  readonly #job: () => unknown;
  readonly #milliseconds: number;
  #resting: NodeJS.Timeout | undefined;
  #isDue = false;

  constructor(job: () => unknown, milliseconds: number) {
    this.#job = job;
    this.#milliseconds = milliseconds;
  }

  run(): void {
    if (this.#resting !== undefined) {
      this.#isDue = true;
      return;
    }
    fireAndForget(this.#job);
    this.#resting = setTimeout(() => {
      this.#resting = undefined;
      if (this.#isDue) this.run();
    }, this.#milliseconds);
    this.#isDue = false;
  }

  dispose(): void {
    clearTimeout(this.#resting);
    this.#resting = undefined;
    this.#isDue = false;
  }
}
