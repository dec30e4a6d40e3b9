import { t } from "./l10n";

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
