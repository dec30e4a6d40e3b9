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

/** How long ago, such as `9 minutes ago` or `yesterday`. Both times in milliseconds since 1970. */
export function ageOf(since: number, now: number): string {
  const passed = now - since;
  if (passed < minute) return t("just now");
  if (passed < hour) return ago("always", passed / minute, "minute");
  if (passed < day) return ago("always", passed / hour, "hour");
  // By the calendar: what was yesterday a person knows by its date.
  const days = Math.round((dayAt(now) - dayAt(since)) / day);
  if (days < 7) return ago("auto", days, "day");
  if (days < 35) return ago("always", days / 7, "week");
  return days < 365 ? ago("always", days / 30.5, "month") : ago("always", days / 365, "year");
}

const ago = (numeric: "always" | "auto", count: number, unit: Intl.RelativeTimeFormatUnit) =>
  new Intl.RelativeTimeFormat(locale(), { numeric }).format(-Math.floor(count), unit);

const dayAt = (time: number): number => new Date(time).setHours(0, 0, 0, 0);
