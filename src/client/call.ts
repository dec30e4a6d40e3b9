import type { Address } from "../contract/address";
import type { Retry, Timing } from "./retry";
import type { Progress } from "../contract/progress";
import type { Purpose } from "../contract/purpose";
import type { Send } from "../contract/send";
import type { Subject } from "./statusError";

export interface ExchangeParts {
  send: Send;
  /** A line for a log: method, path template, origin, status, ms, byte counts, attempt, error kind. */
  onLine?: ((line: string) => void) | undefined;
  /** Called with each usable answer as received, the key masked, and with the template of its path. */
  onJson?: ((template: string, json: unknown) => void) | undefined;
  timing?: Timing | undefined;
}

export interface Call {
  method: "GET" | "POST";
  address: Address;
  /** Below the base address; begins with a slash. */
  path: string;
  /** The path as a log may show it. */
  template: string;
  /** What is requested, in words for an error: `expert 7`. */
  subject?: Subject | undefined;
  key: string;
  /** Those of the user's own for this origin; their values are secrets. */
  headers?: Readonly<Record<string, string>> | undefined;
  purpose: Purpose;
  /** JSON text; 10 MiB at most. */
  body?: string;
  /** Milliseconds for all attempts together, excluding waits for a retry. */
  deadlineMs: number;
  /** Bytes of the answer's body. */
  maxBytes: number;
  /** The hub may show the progress of its answer. */
  onProgress?: ((progress: Progress) => void) | undefined;
  signal?: AbortSignal | undefined;
  onRetry?: ((retry: Retry) => void) | undefined;
}

export interface RawAnswer {
  /** The parsed body, the key masked in every string. */
  json: unknown;
  bytes: number;
  /** Milliseconds from the call to the last byte, retries included. */
  elapsedMs: number;
}
