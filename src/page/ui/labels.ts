import { locale, t } from "../../kit/l10n";

let clock: Intl.DateTimeFormat | undefined;
let day: Intl.DateTimeFormat | undefined;

const timeFormat = (dateStyle?: "medium"): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale(), { dateStyle, timeStyle: "short" });

/** The first format of a page takes 25 ms to make, all others next to nothing. */
export const dayFormat = (): Intl.DateTimeFormat => (day ??= timeFormat("medium"));

/** Today's times as a clock time, others with their date. */
export function timeOf(iso: string): { short: string; full: string } {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return { short: "", full: "" };
  const full = dayFormat().format(date);
  if (date.toDateString() !== new Date().toDateString()) return { short: full, full };
  clock ??= timeFormat();
  return { short: clock.format(date), full };
}

export function durationOf(ms: number): string {
  return ms < 9_950 ? t("{0} s", formatNumber(ms / 1000, 1)) : secondsOf(Math.round(ms / 1000));
}

export const secondsOf = (seconds: number): string =>
  seconds < 60 ? t("{0} s", seconds) : t("{0} min {1} s", Math.floor(seconds / 60), seconds % 60);

export const formatNumber = (value: number, decimals = 0): string =>
  value.toLocaleString(locale(), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });

/** One of two messages; the second one has a place for the number. */
export const plural = (count: number, one: string, many: string): string =>
  count === 1 ? one : many.replace("{0}", formatNumber(count));
