import type { SendResponse } from "../contract/send";

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Seconds that a Retry-After requests, 0 for the past. A date counts from the answer's own Date, so
 * that a wrong hub clock does no harm; without one from `arrived`, the time (ms) when the head of
 * the answer arrived. `undefined` if it is absent, duplicated, or neither digits nor an HTTP date.
 */
export function retryAfterSeconds(
  { "retry-after": after, date }: SendResponse["headers"],
  arrived: number,
): number | undefined {
  if (typeof after === "string" && /^\d{1,9}$/.test(after)) return Number(after);
  const at = timeOf(after);
  if (at === undefined) return undefined;
  return Math.max(0, Math.ceil((at - (timeOf(date) ?? arrived)) / 1000));
}

function timeOf(date: string | string[] | undefined): number | undefined {
  if (typeof date !== "string" || !httpDate.test(date)) return undefined;
  const time = Date.parse(date);
  return Number.isNaN(time) ? undefined : time;
}
