const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Seconds from `now` (ms) that a Retry-After asks for, 0 for what is past. `undefined` where it is
 * absent, doubled, or neither digits nor an HTTP date.
 */
export function retryAfterSeconds(
  header: string | string[] | undefined,
  now: number,
): number | undefined {
  if (typeof header !== "string") return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  if (!httpDate.test(header)) return undefined;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
