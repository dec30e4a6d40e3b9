import { setTimeout } from "node:timers/promises";
import { endedError } from "./deadline";
import type { HubError } from "../contract/errors";
import { maxWaitSeconds } from "../contract/serverWait";

/** Shown to the user until the next attempt. */
export interface Retry {
  /** 1 for the wait before the second attempt. */
  attempt: number;
  waitMs: number;
  kind: HubError["kind"];
}

/** The clock and random numbers of retries; tests supply their own. */
export interface Timing {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds from some moment on, whatever the clock is set to; absent: `now`. */
  elapsed?(): number;
  /** From 0 to below 1. */
  random(): number;
  /** Rejects with `cancelled` as soon as the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

const transient = new Set([408, 429, 500, 502, 503, 504]);
const maxRetries = 2;

/** The retries available to one client: 20 in any minute. */
export class RetryBudget {
  #spent: number[] = [];

  take(now: number): boolean {
    this.#spent = this.#spent.filter((at) => now - at < 60_000);
    if (this.#spent.length >= 20) return false;
    this.#spent.push(now);
    return true;
  }
}

/**
 * Milliseconds to wait before retrying, `undefined` for no retry. A GET is retried after transient
 * failures, a POST only if the hub says that it did not run and when to come back.
 */
export function waitBeforeRetry(
  method: "GET" | "POST",
  error: HubError,
  attempt: number,
  random: number,
): number | undefined {
  if (attempt > maxRetries) return undefined;
  const { status, retryAfterSeconds: asked, isExhausted } = error.details;
  if (isExhausted || (asked !== undefined && asked > maxWaitSeconds)) return undefined;
  const again =
    method === "GET"
      ? status === undefined
        ? error.kind === "network"
        : transient.has(status)
      : (status === 429 || status === 503) && asked !== undefined;
  if (!again) return undefined;
  if (asked) return Math.min(maxWaitSeconds * 1000, asked * 1000 + random * 250);
  return Math.min(8000, 500 * 2 ** (attempt - 1)) * (0.75 + 0.25 * random);
}

export const realTiming: Timing = {
  now: Date.now,
  elapsed: () => performance.now(),
  random: Math.random,
  wait: (milliseconds, signal) =>
    setTimeout(milliseconds, undefined, { ...(signal && { signal }) }).catch(() => {
      throw endedError("cancelled", 0);
    }),
};
