const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
] as const;

/** How long ago, such as `3 h old`; `just now` below a minute. Both times in milliseconds since 1970. */
export function ageOf(since: number, now: number): string {
  for (const [unit, length] of units) {
    if (now - since >= length) return `${Math.floor((now - since) / length)} ${unit} old`;
  }
  return "just now";
}
