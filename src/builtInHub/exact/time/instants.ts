import { t } from "../../../kit/l10n";
import { DateTime } from "luxon";
import { NoResult } from "../../refusal";
import type { Written } from "./moments";
import type { Zone } from "./zones";

export const utc: Zone = { id: "utc", name: "UTC" };
export const isoOf = (time: DateTime): string => time.toISO({ suppressMilliseconds: true }) ?? "";
export const dayOf = (time: DateTime): string => time.toISODate() ?? "";
export const weekdayOf = (time: DateTime): string => time.setLocale("en").weekdayLong ?? "";

/** The moment of a written time, which stands in this zone if it names none. */
export function instantOf(written: Written, zone = utc): DateTime {
  const { instant, date, clock = [0, 0, 0, 0], zone: own = zone, now } = written;
  if (instant !== undefined) return DateTime.fromMillis(instant, { zone: zone.id });
  const today = DateTime.fromJSDate(now, { zone: own.id });
  const [year, month, day] = date ?? [today.year, today.month, today.day];
  const [hour, minute, second, millisecond] = clock;
  const time = DateTime.fromObject(
    { year, month, day, hour, minute, second, millisecond },
    { zone: own.id },
  );
  if (!time.isValid || time.hour !== hour || time.minute !== minute)
    throw new NoResult(t("This time was skipped in {0} when its clocks went forward.", own.name));
  const possible = time.getPossibleOffsets();
  if (possible.length === 1) return time;
  const times = possible.map(isoOf).join(", ");
  throw new NoResult(
    t("This time occurred twice in {0} when its clocks went back: {1}.", own.name, times),
  );
}

/** Moved by whole units; refused where the day does not exist in that month. */
export function moveTime(time: DateTime, amount: number, unit: string): DateTime {
  const there = time.plus({ [unit]: amount });
  if (/^(?:months|years)$/.test(unit) && there.day !== time.day)
    throw new NoResult(t("{0} has no day {1}.", there.toFormat("yyyy-MM"), time.day));
  if (!there.isValid) throw new NoResult(t("It is too far from today."));
  return there;
}
