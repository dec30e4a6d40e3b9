import { t } from "../../../kit/l10n";
import { NoResult } from "../../refusal";
import { zoneNamed, type Zone } from "./zones";

/** A time as it is written, with all of its words accounted for. */
export interface Written {
  /** Milliseconds since 1970, if it needs no zone. */
  readonly instant?: number;
  /** Year, month and day. */
  readonly date?: readonly [number, number, number];
  /** Hours, minutes, seconds and milliseconds. */
  readonly clock?: readonly [number, number, number, number];
  readonly zone?: Zone;
  /** The day of the clock of this computer. */
  readonly isToday?: boolean;
  /** How it was understood, if that is not plain. */
  readonly note?: string;
  /** When the question was asked. */
  readonly now: Date;
}

export const isDay = ({ date, clock }: Written) => date !== undefined && clock === undefined;
export const isWhole = ({ instant, date }: Written) => instant !== undefined || date !== undefined;
export const namesNoZone = ({ instant, zone, clock }: Written) =>
  instant === undefined && !zone && clock !== undefined;

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const weekdays = "sun mon tue wed thu fri sat".split(" ");
const month =
  "(?<m>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const weekday = "(?:(?<weekday>sun|mon|tue|wed|thu|fri|sat)(?:s|nes|rs|ur)?(?:day)?,? )?";
const dayPattern = "(?<d>\\d{1,2})(?:st|nd|rd|th)?";
const shapes = [
  "(?<y>\\d{4})-(?<m>\\d{2})-(?<d>\\d{2})",
  "(?<y>\\d{4})/(?<m>\\d{1,2})/(?<d>\\d{1,2})",
  "(?<d>\\d{1,2})\\.(?<m>\\d{1,2})\\.(?<y>\\d{4})",
  "(?<first>\\d{1,2})/(?<second>\\d{1,2})/(?<y>\\d{4})",
  `${weekday}${dayPattern} (?:of )?${month},? (?<y>\\d{4})`,
  `${weekday}${month} ${dayPattern},? (?<y>\\d{4})`,
].map((shape) => new RegExp(`^${shape}(?!\\d)`, "i"));
const time =
  /^(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(?: ?([ap])\.?m\.?(?![a-z]))?(?!\d|:)/i;

/** Reads a time; `undefined` if the text is none, and a thrown `NoResult` if there is no such time. */
export function readMoment(text: string, now: Date): Written | undefined {
  if (/^(?:now|right now|the current time|current time)$/i.test(text))
    return { instant: now.getTime(), now };
  if (/^(?:today|tomorrow|yesterday)$/i.test(text)) {
    const day = { today: 0, tomorrow: 1, yesterday: -1 }[text.toLowerCase()] ?? 0;
    const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + day);
    return { date: [at.getFullYear(), at.getMonth() + 1, at.getDate()], isToday: true, now };
  }
  if (/^\d{9,}(?:\.\d+)?$/.test(text)) return { ...epoch(text), now };
  const dated = dateAt(text);
  const rest = dated ? dated.rest.replace(/^(?:T(?=\d)|,? (?:at )?)/, "") : text;
  if (dated && rest === "") return dated.rest === "" ? { date: dated.date, now } : undefined;
  const timed = clockAt(rest);
  if (!timed) return undefined;
  const zoneText = timed.rest.trim();
  const zone = zoneText === "" ? undefined : zoneNamed(zoneText);
  if (zoneText !== "" && !zone) return undefined;
  return { ...(dated && { date: dated.date }), clock: timed.clock, ...(zone && { zone }), now };
}

function epoch(text: string) {
  const [whole = ""] = text.split(".");
  const unit = { 10: "seconds", 13: "milliseconds", 16: "microseconds", 19: "nanoseconds" }[
    whole.length
  ];
  if (unit === undefined)
    throw new NoResult(t("Unix times of these years have 10, 13, 16 or 19 digits."));
  const scale = 10 ** (whole.length - 13);
  return { instant: Math.floor(Number(text) / scale), note: `Unix ${unit}` };
}

function dateAt(text: string) {
  const found = shapes.map((shape) => shape.exec(text)).find((match) => match !== null);
  if (!found) return undefined;
  const { y, m = "", d, first, second, weekday: written } = found.groups!;
  const [dayNumber, monthNumber] =
    first === undefined ? [Number(d), monthOf(m)] : dayFirst(Number(first), Number(second), text);
  const year = Number(y);
  expectDate(year, monthNumber, dayNumber);
  const dayOfWeek = new Date(Date.UTC(year, monthNumber - 1, dayNumber)).getUTCDay();
  if (written !== undefined && written.toLowerCase() !== weekdays[dayOfWeek])
    throw new NoResult(t("That day is another day of the week."));
  return { date: [year, monthNumber, dayNumber] as const, rest: text.slice(found[0].length) };
}

function monthOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1;
}

/** `23/11/2026` can only be November; `11/12/2026` may be either. */
function dayFirst(first: number, second: number, text: string): [day: number, month: number] {
  if (first > 12) return [first, second];
  if (second > 12) return [second, first];
  if (first === second) return [first, second];
  throw new NoResult(
    t(
      "{0} may be day {1} of month {2} or day {2} of month {1}. Write it as year-month-day.",
      text.slice(0, 10).trim(),
      first,
      second,
    ),
  );
}

function expectDate(year: number, monthNumber: number, day: number): void {
  if (monthNumber < 1 || monthNumber > 12) throw new NoResult(t("There are 12 months."));
  const days = new Date(Date.UTC(year, monthNumber, 0)).getUTCDate();
  const name = `${year}-${String(monthNumber).padStart(2, "0")}`;
  if (day < 1 || day > days) throw new NoResult(t("{0} has {1} days.", name, days));
}

function clockAt(text: string) {
  const [found = "", hourText = "", minute, second = "0", part = "", half] = time.exec(text) ?? [];
  if (found === "" || (minute === undefined && half === undefined)) return undefined;
  let hour = Number(hourText);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) throw new NoResult(t("With am or pm, hours go from 1 to 12."));
    hour = (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  }
  if (hour > 23 || Number(minute ?? 0) > 59 || Number(second) > 59)
    throw new NoResult(t("There is no such time of day."));
  const milliseconds = Number(part.padEnd(3, "0").slice(0, 3));
  return {
    clock: [hour, Number(minute ?? 0), Number(second), milliseconds] as const,
    rest: text.slice(found.length),
  };
}
