import { t } from "../kit/l10n";
import { ignoreErrors } from "./ignoreErrors";
import { endpoint } from "../contract/address";
import { readAnswer } from "./answer";
import type { RawAnswer, Call, ExchangeParts } from "./call";
import { Deadline, endedError } from "./deadline";
import { HubError, type ErrorKind } from "../contract/errors";
import { type HubProgress, progressType } from "../contract/progress";
import { KeyMask } from "../contract/secrets/keyMask";

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
export async function attemptOnce(call: Call, parts: Attempt): Promise<Tried> {
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
      asked: { method, sent: parts.sent, ...(subject !== undefined && { subject }) },
      url,
      keys: new KeyMask(key, { also: Object.values(call.headers ?? {}) }),
      maxBytes: call.maxBytes,
      arrived: parts.now(),
      onBytes: (count) => (bytes += count),
      onProgress: onProgress && heard,
    });
    return { json, bytes };
  } catch (failure) {
    const told = hubError(failure);
    const { ending } = deadline;
    const ended = ending === "cancelled" || (ending && told.details.status === undefined);
    const error = ended ? endedError(ending, call.deadlineMs, !mayHaveLeft) : told;
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
