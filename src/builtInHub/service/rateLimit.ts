import type { IncomingMessage } from "node:http";
import { performance } from "node:perf_hooks";
import { Refusal } from "../refusal";

const windowMs = 60_000;

/**
 * Limits how many requests a client may make in a minute. Clients are told apart by their addresses,
 * and those without the key are counted apart: a web page must not use up the limit of its reader.
 */
export class RateLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #counts = new Map<string, number>();
  #startedAt = Number.NEGATIVE_INFINITY;

  /** `now` is a monotonic time in milliseconds. */
  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Counts a request; throws the Refusal if the client has made too many in this minute. */
  admit(request: IncomingMessage, withKey: boolean): void {
    const now = this.#now();
    if (now - this.#startedAt >= windowMs) {
      this.#counts.clear();
      this.#startedAt = now;
    }
    const client = `${withKey} ${request.socket.remoteAddress}`;
    const count = this.#counts.get(client) ?? 0;
    if (count >= this.#perMinute) {
      const seconds = Math.ceil((this.#startedAt + windowMs - now) / 1000);
      throw new Refusal(
        429,
        `A client may make ${this.#perMinute} requests a minute. Try again in ${seconds} s.`,
        { "retry-after": String(seconds) },
      );
    }
    this.#counts.set(client, count + 1);
  }
}
