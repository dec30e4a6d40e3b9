import { t } from "../../../kit/l10n";
import { NoResult } from "../../tools/calculator/problems";
import { code, fence, paragraphs, table } from "../../markdown";
import { inWords } from "../durations";
import { readMoment, type Written } from "./moments";
import { zoneNamed } from "./zones";

type Instants = typeof import("./instants");
/** Computed once the library for times is loaded. */
export type Answer = (instants: Instants) => string;

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

export function withMoment(text: string, now: Date, use: (written: Written) => Answer | undefined) {
  const written = readMoment(text.trim(), now);
  return written && use(written);
}

const namesNoZone = ({ instant, zone, clock }: Written) =>
  instant === undefined && !zone && clock !== undefined;

/** A time in ISO 8601, as Unix seconds, and its day of the week. */
export function described(written: Written, now: Date): Answer | undefined {
  if (written.instant === undefined && !written.date) return undefined;
  return (instants) => {
    const { utc } = instants;
    const given = instants.instantOf(written, written.zone ?? utc, now);
    const atUtc = instants.inZone(given, utc);
    const isDay = written.date && !written.clock;
    if (written.isToday)
      return paragraphs(
        fence(given.toISODate() ?? "", "text"),
        instants.weekdayOf(given),
        noteOn(written),
      );
    const rows = [
      [t("ISO 8601, UTC"), code(instants.isoOf(atUtc))],
      [t("Unix seconds"), code(String(Math.floor(atUtc.toSeconds())))],
      [t("Day of the week"), instants.weekdayOf(given)],
    ];
    return paragraphs(
      fence(isDay ? (given.toISODate() ?? "") : instants.isoOf(atUtc), "text"),
      table([t("Form"), t("Value")], rows),
      noteOn(written),
    );
  };
}

function noteOn(written: Written): string {
  if (written.note !== undefined) return t("Read as {0}.", written.note);
  if (written.isToday) return t("By the calendar of this computer.");
  const isUtc = written.instant !== undefined || written.zone !== undefined;
  return isUtc ? "" : t("Read as UTC, because it names no zone.");
}

/** The day of the week of a date. */
export function weekdayOf(at: string, now: Date): Answer | undefined {
  return withMoment(at, now, (written) =>
    written.date && !written.clock
      ? (instants) =>
          fence(instants.weekdayOf(instants.instantOf(written, instants.utc, now)), "text")
      : described(written, now),
  );
}

export function converted(at: string, target: string, now: Date): Answer | undefined {
  if (unixTarget.test(target)) return unixOf(at, 1000, now);
  if (unixMilliseconds.test(target)) return unixOf(at, 1, now);
  if (isoTarget.test(target))
    return withMoment(at, now, (written) =>
      written.date && !written.clock
        ? ({ instantOf, utc }) => fence(instantOf(written, utc, now).toISODate() ?? "", "text")
        : described(written, now),
    );
  if (dateTarget.test(target))
    return withMoment(at, now, (written) =>
      written.instant === undefined ? undefined : described(written, now),
    );
  const written = readMoment(at.trim().replace(/ from (?=\S+$)/i, " "), now);
  return written && inNamedZone(written, target, now);
}

export function inNamedZone(written: Written, target: string, now: Date): Answer | undefined {
  const zone = zoneNamed(target);
  if (!zone) return undefined;
  if (written.date && !written.clock)
    throw new NoResult(
      t("A day begins at another time in each zone. Write a time of day and its zone."),
    );
  if (namesNoZone(written) && !written.date && zone.id !== "utc")
    throw new NoResult(t("Write the zone of that time as well, such as 15:00 UTC in Asia/Tokyo."));
  return (instants) => {
    const own = instants.instantOf(written, instants.utc, now);
    const shown = instants.isoOf(instants.inZone(own, zone));
    const isForToday = written.instant === undefined && !written.date;
    const today = isForToday && t("On {0}, which is today there.", own.toISODate() ?? "");
    if (!namesNoZone(written)) return paragraphs(fence(shown, "text"), today);
    if (zone.id === "utc") return paragraphs(fence(shown, "text"), today, noteOn(written));
    const there = instants.inZone(instants.instantOf(written, zone, now), instants.utc);
    return table(
      [t("The time is in"), t("Result")],
      [
        ["UTC", `${code(shown)} (${zone.name})`],
        [zone.name, `${code(instants.isoOf(there))} (UTC)`],
      ],
    );
  };
}

export function unixOf(at: string, scale: number, now: Date): Answer | undefined {
  return withMoment(at, now, (written) => {
    if (written.instant === undefined && !written.date) return undefined;
    return ({ instantOf, utc }) => {
      const ms = instantOf(written, utc, now).toMillis();
      return paragraphs(fence(String(Math.floor(ms / scale)), "text"), noteOn(written));
    };
  });
}

export function shifted(at: string, amount: number, name: string, now: Date): Answer | undefined {
  const isDays = /^(?:day|week|month|year)$/i.test(name);
  const start = /^now$/i.test(at.trim()) && isDays ? "today" : at;
  return withMoment(start, now, (written) => {
    const isDay = written.date !== undefined && !written.clock;
    if (written.instant === undefined && !written.date) return undefined;
    // Whether a day has 23 hours depends on the zone.
    if (isDay && !isDays) return undefined;
    return (instants) => {
      const from = instants.instantOf(written, instants.utc, now);
      const to = instants.moved(from, amount, `${name.toLowerCase()}s`);
      const shown = isDay ? (to.toISODate() ?? "") : instants.isoOf(to);
      return paragraphs(
        fence(shown, "text"),
        instants.weekdayOf(to),
        written.isToday &&
          t("Counted from {0}, by the calendar of this computer.", from.toISODate() ?? ""),
        namesNoZone(written) && noteOn(written),
      );
    };
  });
}

export function until(at: string, name: string, sign: 1 | -1, now: Date): Answer | undefined {
  const whole = secondsOf[name.toLowerCase()] ?? 0;
  if (whole < 86_400) return undefined;
  return withMoment(at, now, (written) => {
    const today = readMoment("today", now);
    if (!today || !written.date || written.clock) return undefined;
    return (instants) => {
      const from = instants.instantOf(today, instants.utc, now);
      const days =
        (sign * (instants.instantOf(written, instants.utc, now).toMillis() - from.toMillis())) /
        1000;
      if (days < 0)
        throw new NoResult(
          sign > 0 ? t("That day is in the past.") : t("That day is in the future."),
        );
      return paragraphs(
        fence(amountOf(days, name), "text"),
        t("Counted from {0}, by the calendar of this computer.", from.toISODate() ?? ""),
      );
    };
  });
}

const isDay = ({ date, clock }: Written) => date !== undefined && clock === undefined;
const isWhole = ({ instant, date }: Written) => instant !== undefined || date !== undefined;

/** The time from one to the other; both are days, or both are times that name their zone or neither does. */
export function between(from: string, to: string, name: string, now: Date): Answer | undefined {
  const [start, end] = [readMoment(from.trim(), now), readMoment(to.trim(), now)];
  if (!start || !end) return undefined;
  if (!isWhole(start) || !isWhole(end) || isDay(start) !== isDay(end)) return undefined;
  if (namesNoZone(start) !== namesNoZone(end)) return undefined;
  return (instants) => {
    const [a, b] = [start, end].map((one) => instants.instantOf(one, instants.utc, now).toMillis());
    const seconds = Math.abs((b ?? 0) - (a ?? 0)) / 1000;
    const wanted = name === "" && isDay(start) ? "days" : name;
    const zone = namesNoZone(start) || (isDay(start) && secondsOf[wanted.toLowerCase()]! < 86_400);
    return paragraphs(
      fence(wanted === "" ? inWords(seconds) : amountOf(seconds, wanted), "text"),
      zone && t("Read as UTC, because it names no zone."),
    );
  };
}

function amountOf(seconds: number, name: string): string {
  const amount = seconds / (secondsOf[name.toLowerCase()] ?? 1);
  const shown = Number(amount.toFixed(6));
  const whole = Math.floor(amount);
  const rest = Math.round((amount - whole) * 7);
  const inDays = /^weeks$/i.test(name) && rest > 0 ? ` (${whole} weeks and ${rest} days)` : "";
  return `${shown} ${shown === 1 ? name.toLowerCase().slice(0, -1) : name.toLowerCase()}${inDays}`;
}
