import type { Abort } from "./abort";

/** Runs at most `width` tasks at once, in order; the rest wait. */
export class Limiter {
  readonly #width: number;
  #waiting: readonly (() => void)[] = [];
  #running = 0;

  constructor(width: number) {
    this.#width = width;
  }

  /** A task would begin at once. */
  get isFree(): boolean {
    return this.#running < this.#width;
  }

  /** Rejects with the reason of the signal if it is aborted before the task begins. */
  async run<T>(task: () => Promise<T>, signal?: Abort): Promise<T> {
    if (signal?.aborted === true) throw signal.reason as Error;
    if (this.isFree) this.#running++;
    else await this.#turn(signal);
    try {
      return await task();
    } finally {
      const [next, ...others] = this.#waiting;
      this.#waiting = others;
      if (next) next();
      else this.#running--;
    }
  }

  /** Resolves with the place of a task that has ended. */
  #turn(signal: Abort | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((one) => one !== begin);
        reject(signal?.reason);
      };
      this.#waiting = [...this.#waiting, begin];
      signal?.addEventListener("abort", leave, { once: true });
    });
  }
}
