import type { Address } from "./address";
import type { Retry, Timing } from "./retry";
import type { Send } from "./send";

export interface ExchangeParts {
  send: Send;
  /** A line for a log: method, path template, origin, status, ms, byte counts, attempt, error kind. */
  onLine?: ((line: string) => void) | undefined;
  /** Told of each usable answer as it came, the key masked, with the template of its path. */
  onJson?: ((template: string, json: unknown) => void) | undefined;
  timing?: Timing | undefined;
}

/** One call of the service. */
export interface Call {
  method: "GET" | "POST";
  address: Address;
  /** Below the base address; begins with a slash. */
  path: string;
  /** The path as a log may show it. */
  template: string;
  /** What is asked for, in words for an error: `expert 7`. */
  subject?: string | undefined;
  key: string;
  /** JSON text; 10 MiB at most. */
  body?: string;
  /** Milliseconds for all tries together; waiting for a retry is not counted. */
  deadlineMs: number;
  /** Bytes of the answer's body. */
  maxBytes: number;
  signal?: AbortSignal | undefined;
  onRetry?: ((retry: Retry) => void) | undefined;
}

export interface Answer {
  /** The parsed body, the key masked in every string. */
  json: unknown;
  bytes: number;
  /** Milliseconds from the call to the last byte, retries included. */
  elapsedMs: number;
}
