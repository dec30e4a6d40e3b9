import { locale, t } from "../kit/l10n";

/** Nothing that a text has: control characters, and what Windows-1252 leaves undefined. */
// eslint-disable-next-line no-control-regex
const noText = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f]/;

/** As much as is looked at for the zeros of UTF-16. */
const maxLooked = 4096;

/**
 * The text of a file in UTF-8, in UTF-16, or in Windows-1252, as older files in Western languages are;
 * `undefined` for what is no text.
 */
export function textOfBytes(bytes: Uint8Array): string | undefined {
  const utf16 = utf16In(bytes);
  if (utf16 === undefined && bytes.includes(0)) return undefined;
  const utf8 = utf16 === undefined ? decoded(bytes, "utf-8") : undefined;
  if (utf8 !== undefined) return utf8;
  const text = decoded(bytes, utf16 ?? "windows-1252");
  return text === undefined || noText.test(text) ? undefined : text;
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** By its mark; without one, by the zeros beside the letters. */
function utf16In(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (bytes.length % 2 === 1) return undefined;
  const zeros = [0, 0];
  const looked = Math.min(bytes.length, maxLooked);
  for (let at = 0; at < looked; at++) if (bytes[at] === 0) zeros[at % 2]! += 1;
  const [high = 0, low = 0] = zeros;
  if (high === 0 && low * 4 > looked) return "utf-16le";
  return low === 0 && high * 4 > looked ? "utf-16be" : undefined;
}

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
