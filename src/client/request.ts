import { t } from "../kit/l10n";
import { ignoreErrors } from "./ignoreErrors";
import { endpoint, type Address } from "../contract/address";
import { readAnswer } from "./answer";
import { Deadline, endedError } from "./deadline";
import { HubError, type ErrorKind } from "../contract/errors";
import { type HubProgress, progressType, type Progress } from "../contract/progress";
import { KeyMask } from "../contract/secrets/keyMask";
import type { Retry, Timing } from "./retry";
import type { Purpose } from "../contract/purpose";
import type { Send } from "../contract/send";
import type { Subject } from "./statusMessages";

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

interface Attempt extends Pick<ExchangeParts, "send" | "onLine"> {
  /** 1 for the first. */
  attempt: number;
  /** Bytes of the body. */
  sent: number;
  /** Milliseconds that this attempt may take. */
  left: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Each is recorded with the question. */
const maxShownWaits = 100;

type Tried = Pick<RawAnswer, "json" | "bytes">;

/** One attempt at a call: head, body, result and its line in the log. Rejects with HubError only. */
export async function requestOnce(call: Call, parts: Attempt): Promise<Tried> {
  const { method, address, key, body, subject, onProgress, onRetry } = call;
  const deadline = new Deadline(parts.left, call.signal);
  const url = endpoint(address.base, call.path);
  let mayHaveLeft = false;
  let status: number | undefined;
  let bytes = 0;
  let kind: ErrorKind | undefined;
  let waits = 0;
  const heard = (news: HubProgress) => {
    if (news.kind !== "wait") return onProgress?.(news);
    if (waits === maxShownWaits) return;
    const waitMs = news.seconds * 1000;
    onRetry?.({ attempt: ++waits, waitMs, kind: "rate-limited" });
  };
  try {
    const response = await parts.send({
      url,
      method,
      headers: headersOf(call),
      ...(body !== undefined && { body }),
      purpose: call.purpose,
      signal: deadline.signal,
      onSent: () => (mayHaveLeft = true),
    });
    ({ status } = response);
    const json = await readAnswer(response, {
      request: { method, sent: parts.sent, ...(subject !== undefined && { subject }) },
      url,
      keys: new KeyMask(key, { also: Object.values(call.headers ?? {}) }),
      maxBytes: call.maxBytes,
      arrived: parts.now(),
      onBytes: (count) => (bytes += count),
      onProgress: onProgress && heard,
    });
    return { json, bytes };
  } catch (failure) {
    const said = hubError(failure);
    const { ending } = deadline;
    const ended = ending === "cancelled" || (ending && said.details.status === undefined);
    const error = ended ? endedError(ending, call.deadlineMs, !mayHaveLeft) : said;
    ({ kind } = error);
    if (!mayHaveLeft) throw withNothingRan(error);
    throw method === "POST" ? withMayHaveRun(error) : error;
  } finally {
    deadline.release(kind === undefined);
    const facts = [
      `${method} ${call.template} ${address.origin}`,
      status === undefined ? "no answer" : `status ${status}`,
      `${Math.round(deadline.spent)} ms`,
      `${parts.sent} bytes out`,
      `${bytes} bytes in`,
      `attempt ${parts.attempt}`,
      ...(kind ? [kind] : []),
    ];
    ignoreErrors(() => parts.onLine?.(facts.join(", ")));
  }
}

function withNothingRan({ kind, message, details }: HubError): HubError {
  return new HubError(kind, message, { ...details, nothingRan: true });
}

/** Says that asking again may be charged twice, if no usable answer shows whether a question ran. */
export function withMayHaveRun(error: HubError): HubError {
  const { kind, message, details } = error;
  const unknown = ["network", "timeout", "cancelled", "bad-response", "server"].includes(kind);
  if (!unknown || (details.status ?? 200) >= 300) return error;
  return new HubError(kind, message, { ...details, mayHaveRun: true });
}

export function hubError(failure: unknown): HubError {
  if (failure instanceof HubError) return failure;
  return new HubError("internal", t("Something went wrong in Expert Hub."));
}

function headersOf({ key, headers, body, onProgress }: Call): Record<string, string> {
  return {
    ...headers,
    "svc-api-key": key,
    accept: onProgress ? `application/json, ${progressType}` : "application/json",
    "accept-encoding": "identity",
    ...(body !== undefined && { "content-type": "application/json" }),
  };
}
