const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
] as const;

/** How long ago, such as `3 h ago`; `just now` below a minute. Both times in milliseconds since 1970. */
export function age(since: number, now: number): string {
  return spanned(since, now, "ago");
}

/** How old a record is, such as `3 h old`. */
export function ageOf(since: number, now: number): string {
  return spanned(since, now, "old");
}

function spanned(since: number, now: number, word: "ago" | "old"): string {
  for (const [unit, length] of units) {
    if (now - since >= length) return `${Math.floor((now - since) / length)} ${unit} ${word}`;
  }
  return "just now";
}
