import { locale, t } from "../kit/l10n";

const stars = "••••";

/** Replaces a secret wherever it occurs. */
export function mask(text: string, secret: string): string {
  return text.replaceAll(secret, stars);
}

/** The source of a regular expression for exactly this text. */
export function literalPattern(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`);
}

/** A time in words: `1 second`, `2.5 seconds`, `5 minutes`. */
export function timeInWords(seconds: number): string {
  if (seconds >= 7200) return t("{0} hours", Math.round(seconds / 3600));
  if (seconds >= 120) return t("{0} minutes", rounded(seconds / 60));
  return seconds === 1 ? t("1 second") : t("{0} seconds", rounded(seconds));
}

// No format is made in advance: the first one of a process takes 15 ms.
function rounded(value: number): string {
  return value.toLocaleString(locale(), { maximumFractionDigits: 1, useGrouping: false });
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago, such as `3 h ago`; `just now` below a minute. Both times in milliseconds since 1970. */
export function age(since: number, now: number): string {
  const passed = now - since;
  if (passed >= day) return t("{0} d ago", Math.floor(passed / day));
  if (passed >= hour) return t("{0} h ago", Math.floor(passed / hour));
  return passed >= minute ? t("{0} min ago", Math.floor(passed / minute)) : t("just now");
}

/** How old a record is, such as `3 h old`. */
export function ageOf(since: number, now: number): string {
  const passed = now - since;
  if (passed >= day) return t("{0} d old", Math.floor(passed / day));
  if (passed >= hour) return t("{0} h old", Math.floor(passed / hour));
  return passed >= minute ? t("{0} min old", Math.floor(passed / minute)) : t("just now");
}
