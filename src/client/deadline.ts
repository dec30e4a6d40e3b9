import os from "node:os";
import { t } from "../kit/l10n";
import { HubError } from "../contract/errors";
import { timeInWords } from "../contract/text";
import { enoughRead } from "../contract/send";

const maxSleep = 60_000;
const pulse = 2_000;

/** Why a request was ended on this side. */
type Ending = "cancelled" | "timeout" | "slept";

/**
 * Two clocks that nobody sets, in milliseconds. Which of them goes on while the computer sleeps
 * depends on the system; `up` does on Linux, macOS and Windows.
 */
function clocks(): { readonly up: number; readonly running: number } {
  const running = performance.now();
  try {
    return { up: os.uptime() * 1000, running };
  } catch {
    // Some sandboxes hide it.
    return { up: running, running };
  }
}

/** Ends a request when its time is up, when the caller cancels, or when the computer has slept. */
export class Deadline {
  readonly #stop = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #milliseconds: number;
  readonly #started = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #seen = clocks();
  #ending: Ending | undefined;

  constructor(milliseconds: number, caller: AbortSignal | undefined) {
    this.#milliseconds = milliseconds;
    this.#caller = caller;
    if (caller?.aborted) this.#end("cancelled");
    else {
      caller?.addEventListener("abort", this.#cancel, { once: true });
      this.#wait();
    }
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get ending(): Ending | undefined {
    return this.#ending;
  }

  /** Milliseconds since the start. */
  get spent(): number {
    return performance.now() - this.#started;
  }

  /** Releases timer and listener; what is still running is aborted unless it was `complete`. */
  release(complete: boolean): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener("abort", this.#cancel);
    if (complete) return;
    const ending = this.#ending;
    this.#stop.abort(ending ? endedError(ending, this.#milliseconds) : enoughRead());
  }

  /** Milliseconds since the last pulse. */
  get #unseen(): number {
    const { up, running } = clocks();
    return Math.max(up - this.#seen.up, running - this.#seen.running);
  }

  readonly #cancel = () => this.#end("cancelled");

  readonly #beat = () => {
    // Timers stop while a computer sleeps.
    if (this.#unseen > maxSleep) this.#end("slept");
    else if (this.spent >= this.#milliseconds) this.#end("timeout");
    else this.#wait();
  };

  #wait(): void {
    this.#seen = clocks();
    const rest = Math.max(1, Math.ceil(this.#milliseconds - this.spent));
    this.#timer = setTimeout(this.#beat, Math.min(pulse, rest));
  }

  #end(ending: Ending): void {
    this.#ending = ending;
    this.release(false);
  }
}

/**
 * The error of a request that was ended on this side; `limit` is its deadline in milliseconds,
 * `unsent` if it was waiting for a connection all the time.
 */
export function endedError(ending: Ending, limit: number, unsent = false): HubError {
  if (ending === "cancelled") return new HubError("cancelled", t("The request was cancelled."));
  if (ending === "slept") {
    return new HubError("network", t("The connection was lost while this computer was asleep."));
  }
  const deadlineSeconds = limit / 1000;
  const time = timeInWords(deadlineSeconds);
  const sentence = unsent
    ? t("No connection to the hub became available within {0}. Nothing was sent.", time)
    : t("The hub did not answer within {0}. It may still be working.", time);
  return new HubError("timeout", sentence, { deadlineSeconds });
}

/** The value, or `cancelled` as soon as the signal aborts. */
export function orCancelled<T>(value: T | Promise<T>, signal?: AbortSignal): T | Promise<T> {
  if (!signal || !(value instanceof Promise)) return value;
  return new Promise((resolve, reject) => {
    const stop = () => reject(endedError("cancelled", 0));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    void value.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
