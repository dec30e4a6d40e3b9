import { type ErrorKind, HubError } from "../contract/errors";
import { isEnough } from "../contract/send";

/** What the reason of an abort says of a request; `undefined` if enough of its answer was read. */
export function endKind(reason: unknown): ErrorKind | undefined {
  if (reason instanceof HubError) return reason.kind;
  if (isEnough(reason)) return undefined;
  const isLate = reason instanceof Error && reason.name === "TimeoutError";
  return isLate ? "timeout" : "cancelled";
}
