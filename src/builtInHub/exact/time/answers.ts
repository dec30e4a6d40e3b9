import { t } from "../../../kit/l10n";
import { NoResult } from "../../refusal";
import { code, fence, paragraphs, table } from "../../markdown";
import { isDay, isWhole, namesNoZone, type Written } from "./moments";
import { zoneNamed } from "./zones";

/** Computed once the library for times is loaded; `undefined` where the words are another form. */
export type Answer = ((instants: typeof import("./instants")) => string) | undefined;

const secondsOf: Readonly<Record<string, number>> = {
  seconds: 1,
  minutes: 60,
  hours: 3600,
  days: 86_400,
  weeks: 604_800,
};
const unixTarget = /^(?:an? )?(?:unix|epoch)(?: (?:time(?:stamp)?|seconds))?$/i;
const unixMilliseconds = /^(?:(?:unix|epoch) )?(?:ms|milliseconds)$/i;
const dateTarget = /^(?:an? )?(?:date|datetime|date and time)$/i;
const isoTarget = /^iso(?:[ -]?8601)?(?: (?:date|format))?$/i;

/** A time in ISO 8601, as Unix seconds, and its day of the week. */
export function describeTime(written: Written | undefined): Answer {
  if (!written || !isWhole(written)) return undefined;
  return ({ dayOf, instantOf, isoOf, utc, weekdayOf }) => {
    const given = instantOf(written);
    const atUtc = given.setZone(utc.id);
    const shown = fence(isDay(written) ? dayOf(given) : isoOf(atUtc), "text");
    if (written.isToday) return paragraphs(shown, weekdayOf(given), noteOn(written));
    const rows = [
      [t("ISO 8601, UTC"), code(isoOf(atUtc))],
      [t("Unix seconds"), code(String(Math.floor(atUtc.toSeconds())))],
      [t("Day of the week"), weekdayOf(given)],
    ];
    return paragraphs(shown, table([t("Form"), t("Value")], rows), noteOn(written));
  };
}

function noteOn(written: Written): string {
  if (written.note !== undefined) return t("Read as {0}.", written.note);
  if (written.isToday) return t("By the calendar of this computer.");
  const isUtc = written.instant !== undefined || written.zone !== undefined;
  return isUtc ? "" : t("Read as UTC, because it names no zone.");
}

/** The day of the week of a date. */
export function weekdayOf(written: Written | undefined): Answer {
  if (!written || !isDay(written)) return describeTime(written);
  return (instants) => fence(instants.weekdayOf(instants.instantOf(written)), "text");
}

export function convertTime(written: Written | undefined, target: string): Answer {
  if (unixTarget.test(target)) return unixOf(written, 1000);
  if (unixMilliseconds.test(target)) return unixOf(written, 1);
  if (dateTarget.test(target))
    return written?.instant === undefined ? undefined : describeTime(written);
  if (!isoTarget.test(target)) return inNamedZone(written, target);
  if (!written || !isDay(written)) return describeTime(written);
  return ({ dayOf, instantOf }) => fence(dayOf(instantOf(written)), "text");
}

export function inNamedZone(written: Written | undefined, target: string): Answer {
  const zone = written && zoneNamed(target);
  if (!zone) return undefined;
  if (isDay(written))
    throw new NoResult(
      t("A day begins at another time in each zone. Write a time of day and its zone."),
    );
  if (namesNoZone(written) && !written.date && zone.id !== "utc")
    throw new NoResult(t("Write the zone of that time as well, such as 15:00 UTC in Asia/Tokyo."));
  return ({ dayOf, instantOf, isoOf, utc }) => {
    const own = instantOf(written);
    const shown = isoOf(own.setZone(zone.id));
    const today = !isWhole(written) && t("On {0}, which is today there.", dayOf(own));
    if (!namesNoZone(written)) return paragraphs(fence(shown, "text"), today);
    if (zone.id === "utc") return paragraphs(fence(shown, "text"), today, noteOn(written));
    const there = isoOf(instantOf(written, zone).setZone(utc.id));
    return table(
      [t("The time is in"), t("Result")],
      [
        ["UTC", `${code(shown)} (${zone.name})`],
        [zone.name, `${code(there)} (UTC)`],
      ],
    );
  };
}

export function unixOf(written: Written | undefined, scale: number): Answer {
  if (!written || !isWhole(written)) return undefined;
  return ({ instantOf }) => {
    const amount = Math.floor(instantOf(written).toMillis() / scale);
    return paragraphs(fence(String(amount), "text"), noteOn(written));
  };
}

export function shiftTime(written: Written | undefined, amount: number, unit: string): Answer {
  // Whether a day has 23 hours depends on the zone.
  const isOfHours = /^(?:second|minute|hour)$/.test(unit);
  if (!written || !isWhole(written) || (isDay(written) && isOfHours)) return undefined;
  return ({ dayOf, instantOf, isoOf, moveTime, weekdayOf }) => {
    const from = instantOf(written);
    const to = moveTime(from, amount, `${unit}s`);
    return paragraphs(
      fence(isDay(written) ? dayOf(to) : isoOf(to), "text"),
      weekdayOf(to),
      written.isToday && countedFrom(dayOf(from)),
      namesNoZone(written) && noteOn(written),
    );
  };
}

const countedFrom = (day: string) => t("Counted from {0}, by the calendar of this computer.", day);

/** The time from one to the other; both are days, or both are times that name their zone or neither does. */
export function timeBetween(
  start: Written | undefined,
  end: Written | undefined,
  unit: string,
  order?: "until" | "since",
): Answer {
  if (!start || !end || !isWhole(start) || !isWhole(end)) return undefined;
  if (isDay(start) !== isDay(end) || namesNoZone(start) !== namesNoZone(end)) return undefined;
  return ({ dayOf, instantOf }) => {
    const seconds = (instantOf(end).toMillis() - instantOf(start).toMillis()) / 1000;
    if (order && seconds < 0)
      throw new NoResult(
        order === "until" ? t("That day is in the past.") : t("That day is in the future."),
      );
    const isUtc = namesNoZone(start) || (isDay(start) && secondsOf[unit]! < 86_400);
    return paragraphs(
      fence(amountOf(Math.abs(seconds), unit), "text"),
      order && countedFrom(dayOf(instantOf(order === "until" ? start : end))),
      isUtc && t("Read as UTC, because it names no zone."),
    );
  };
}

function amountOf(seconds: number, unit: string): string {
  const amount = seconds / secondsOf[unit]!;
  const shown = Number(amount.toFixed(6));
  const whole = Math.floor(amount);
  const rest = Math.round((amount - whole) * 7);
  const inDays = unit === "weeks" && rest > 0 ? ` (${whole} weeks and ${rest} days)` : "";
  return `${shown} ${shown === 1 ? unit.slice(0, -1) : unit}${inDays}`;
}
