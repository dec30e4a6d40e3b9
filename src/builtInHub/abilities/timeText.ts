import { DateTime, IANAZone } from "luxon";

/** A time that was read from a text. */
export interface Moment {
  readonly written: string;
  readonly time: DateTime;
  readonly note: string;
  /** It names a day and no time of day. */
  readonly isDay: boolean;
}

const offsets: Readonly<Record<string, string>> = {
  GMT: "UTC",
  UTC: "UTC",
  Z: "UTC",
  EST: "UTC-5",
  EDT: "UTC-4",
  CST: "UTC-6",
  CDT: "UTC-5",
  MST: "UTC-7",
  MDT: "UTC-6",
  PST: "UTC-8",
  PDT: "UTC-7",
  CET: "UTC+1",
  CEST: "UTC+2",
  JST: "UTC+9",
};

/** A time zone by its IANA name, a common abbreviation or a city. */
export function zoneNamed(name: string): string | undefined {
  const known = offsets[name.toUpperCase()];
  if (known !== undefined) return known;
  if (name.includes("/") && IANAZone.isValidZone(name)) return name;
  const city = name.trim().replaceAll(" ", "_").toLowerCase();
  return Intl.supportedValuesOf("timeZone").find((zone) => zone.toLowerCase().endsWith(`/${city}`));
}

/** Reads a time as written; throws an error that says why it is none. */
export function momentOf(written: string, now: Date): Moment {
  const relative = { today: 0, tomorrow: 1, yesterday: -1 }[written];
  if (written === "now") {
    const time = DateTime.fromJSDate(now, { zone: "utc" });
    return { written, time, note: "the clock of this computer", isDay: false };
  }
  if (relative !== undefined) {
    const day = DateTime.fromJSDate(now).plus({ days: relative }).startOf("day");
    const time = day.setZone("utc", { keepLocalTime: true });
    return { written, time, note: "by the calendar of this computer", isDay: true };
  }
  if (/^\d{1,2}:/.test(written)) {
    const [hour = 0, minute = 0, second = 0] = written.split(":").map(Number);
    const time = DateTime.fromJSDate(now, { zone: "utc" }).set({
      hour,
      minute,
      second,
      millisecond: 0,
    });
    return { written, time, note: "today, as UTC", isDay: false };
  }
  if (/^-?\d{9,}(?:\.\d+)?$/.test(written)) return epochOf(written);
  const [, text = "", name = ""] =
    /^(.*?\d)(?: ?(Z|[A-Z]{3,4}|[A-Z][a-z]+\/\w+))?$/.exec(written) ?? [];
  const zone = name === "" ? undefined : zoneNamed(name);
  if (name !== "" && zone === undefined) throw new Error(`\`${name}\` is not a known time zone.`);
  const hasOffset = /\d{2}:\d{2}.*[+-]\d{2}(?::?\d{2})?$/.test(text);
  const time = parsed(text, zone ?? "utc");
  const note =
    zone !== undefined && zone !== "UTC"
      ? `in ${name}`
      : hasOffset || zone
        ? "with its zone"
        : "as UTC, because it names no zone";
  return { written, time, note, isDay: !/\d:\d/.test(text) };
}

function parsed(text: string, zone: string): DateTime {
  const isIso = /^\d{4}-/.test(text);
  const time = isIso
    ? DateTime.fromISO(text.replace(" ", "T").replace(/ (?=[+-])/, ""), { zone })
    : spokenOf(text, zone);
  if (time.isValid) return time;
  const [year, month, day] = text.split(/\D/).map(Number);
  const days = isIso ? DateTime.utc(year ?? 0, month ?? 0).daysInMonth : undefined;
  if (days !== undefined && (day ?? 0) > days) {
    throw new Error(`${text.slice(0, 7)} has ${days} days.`);
  }
  throw new Error("A part of it is out of range.");
}

function spokenOf(text: string, zone: string): DateTime {
  const plain = text.replace(/^[A-Z][a-z]+,? (?=\d)/, "").replace(/(\d)(?:st|nd|rd|th)|,/g, "$1");
  const offset = /[+-]\d/.test(plain) ? " ZZZ" : "";
  const days = ["d LLL yyyy", "d LLLL yyyy", "LLL d yyyy", "LLLL d yyyy"];
  const formats = days.flatMap((day) => [day, `${day} HH:mm${offset}`, `${day} HH:mm:ss${offset}`]);
  const options = { zone, locale: "en" };
  const read = formats.map((format) => DateTime.fromFormat(plain, format, options));
  return read.find(({ isValid }) => isValid) ?? DateTime.invalid("unparsable");
}

function epochOf(written: string): Moment {
  const number = Number(written);
  const digits = written.replace(/^-|\..*$/g, "").length;
  const [ms, unit] =
    digits <= 11
      ? [number * 1000, "seconds"]
      : digits <= 14
        ? [number, "milliseconds"]
        : digits <= 17
          ? [number / 1000, "microseconds"]
          : [number / 1e6, "nanoseconds"];
  if (Math.abs(ms) > 8.64e15) throw new Error("It is too far from today.");
  const time = DateTime.fromMillis(Math.trunc(ms), { zone: "utc" });
  return { written, time, note: `Unix ${unit}`, isDay: false };
}
