import type { DateTime, DurationUnit } from "luxon";
import { code, fence, paragraphs, table } from "../reading/markdown";
import { bare } from "../reading/request";
import { areTimes, durationInWords, shiftIn, timesIn } from "../reading/times";
import { inTime, type Ability } from "./ability";
import type { Moment } from "./timeText";

const maxShown = 50;
const names =
  /\b(?:timestamps?|epoch|unix|dates?|time|when|parse|read|day|days|weeks?|months?|years?|hours?|minutes?|seconds?|until|since|between|ago|iso(?: 8601)?|utc|gmt|time ?zone|weekday|local|convert|in|to)\b/i;
/** Seconds, milliseconds, microseconds or nanoseconds of the years around this one. */
const epochDigits = /^\s*\d(?:\d{9}|\d{12}|\d{15}|\d{18})\s*$/;
const ofNow =
  /^(?:what(?:'s| is)? |show |give me |get )*(?:the )?(?:(?:current|present) (?:unix |epoch |utc )?(?:time|timestamp|date|epoch)|(?:unix|epoch)(?: time(?:stamp)?)?(?: right)? now|time is it\b.*|(?:the )?(?:date|time|day|week)(?: is it)?(?: today| now)?(?: in .+)?|today'?s date|date today|now|today|tomorrow|yesterday|in \d+ (?:days?|weeks?|months?|years?))(?: (?:right )?now| in .+)?[.?!]*$/i;
const gap = /\b(?:between|until|till|since|from\b.+\bto|difference|elapsed|left)\b/i;
const unitAsked = /\b(seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b/i;

export const timestamps: Ability = {
  id: 34,
  name: "Timestamps",
  text: "Reads Unix times in seconds to nanoseconds, ISO 8601 and mail dates, shows each as the others and in any time zone, adds days to it, and measures the time between two.",
  example: "1767225600",
  opening: "What date is 1767225600?",
  suits({ words, text, isAttached }) {
    if (words === "" || isAttached) {
      if (!areTimes(text)) return "none";
      const asks =
        names.test(words) || /^what(?:'s| is| are) (?:this|that|it|these)\b/i.test(words);
      return words === "" || asks ? "certain" : "likely";
    }
    if (areTimes(text))
      return /^\s*-?\d+\s*$/.test(text) && !epochDigits.test(text) ? "likely" : "certain";
    const request = bare(words);
    if (ofNow.test(request)) return "certain";
    const isMoved =
      shiftIn(request) !== undefined && /\b(?:ago|from|after|before|date|day|in)\b/i.test(request);
    const times = timesIn(request).filter((time) => /\d/.test(time));
    if (times.length > 0) return names.test(request) || shiftIn(request) ? "certain" : "none";
    return isMoved &&
      /\bago\b|\b(?:now|today|tomorrow)\b|^(?:what|which) (?:date|day)\b/i.test(request)
      ? "certain"
      : "none";
  },
  async answer(question, { isBrief, now }) {
    const luxon = await import("./timeText");
    return inTime(() => {
      const words = question.words === "" ? "" : bare(question.words);
      const source = question.isAttached || words === "" ? question.text : words;
      const moments: Moment[] = [];
      const problems: string[] = [];
      for (const written of timesIn(source).slice(0, maxShown)) {
        try {
          moments.push(luxon.momentOf(written, now));
        } catch (error) {
          problems.push(`${code(written)} is not a valid time: ${(error as Error).message}`);
        }
      }
      if (moments.length === 0 && problems.length === 0) {
        if (!ofNow.test(words) && !shiftIn(words) && !gap.test(words))
          return "There is no time in this text that can be read. Try `1767225600`, `2026-01-01T00:00:00Z` or `now`.";
        moments.push(luxon.momentOf("now", now));
      }
      if (moments.length === 1 && /\b(?:until|till|since|left)\b/i.test(words))
        moments.push(luxon.momentOf(moments[0]?.isDay ? "today" : "now", now));
      const zone = zoneIn(words, luxon.zoneNamed);
      const moved = moments.map((moment) => shifted(moment, words));
      const shown = moved.length > 0 && fence(resultOf(moved, words, zone).join("\n"), "text");
      if (isBrief) return paragraphs(shown, problems.join("\n\n"));
      return paragraphs(
        shown,
        moved.length > 0 && overview(moved),
        moved.length === 2 && distance(moved),
        problems.join("\n\n"),
      );
    });
  },
};

/** The zone that the words want the time in. */
function zoneIn(words: string, zoneNamed: (name: string) => string | undefined) {
  const name = /\b(?:in|to|into|at)\s+([A-Za-z_/+-]+(?: [A-Z][a-z]+)*)(?: time)?[.?!]*$/.exec(
    words,
  )?.[1];
  return name === undefined ? undefined : zoneNamed(name);
}

function shifted(moment: Moment, words: string): Moment {
  const move = shiftIn(words);
  if (!move) return moment;
  const time = moment.time.plus({ [move.unit]: move.amount });
  const sign = move.amount < 0 ? "−" : "+";
  return { ...moment, time, note: `${moment.note}, ${sign} ${Math.abs(move.amount)} ${move.unit}` };
}

/** What was asked for, one line for each: the time between two, a day, Unix seconds, or ISO 8601. */
function resultOf(moments: readonly Moment[], words: string, zone: string | undefined): string[] {
  const [first, second] = moments;
  const unit = unitAsked.exec(words)?.[1]?.toLowerCase().replace(/s?$/, "s") as
    | DurationUnit
    | undefined;
  if (first && second && moments.length === 2 && unit && gap.test(words)) {
    const amount = Math.abs(second.time.diff(first.time, unit).as(unit));
    return [`${Number(amount.toFixed(2))} ${amount === 1 ? unit.slice(0, -1) : unit}`];
  }
  const move = shiftIn(words);
  if (/\b(?:what|which) day\b|\bday of (?:the )?week\b|\bweekday\b/i.test(words) && !move)
    return moments.map(({ time }) => time.setLocale("en").weekdayLong ?? "");
  if (/\b(?:what|which) week\b|\bweek number\b|\bcalendar week\b/i.test(words))
    return moments.map(({ time }) => String(time.weekNumber));
  if (
    /\b(?:to|in|as|into|current|the)\s+(?:an?\s+)?(?:unix|epoch)\b|^(?:unix|epoch)\b|\bunix (?:time|timestamp) (?:of|for)\b/i.test(
      words,
    )
  )
    return moments.map(({ time }) => String(Math.floor(time.toSeconds())));
  return moments.map((moment) =>
    move && moment.isDay && !/hour|minute|second/.test(move.unit)
      ? (moment.time.toISODate() ?? "")
      : isoOf(moment.time, zone),
  );
}

function isoOf(time: DateTime, zone = "utc"): string {
  return time.setZone(zone).toISO() ?? "";
}

function overview(moments: readonly Moment[]): string {
  const rows = moments.map(({ written, time, note }) => [
    code(written),
    note,
    isoOf(time),
    String(Math.floor(time.toSeconds())),
    time.setZone("utc").setLocale("en").weekdayShort ?? "",
  ]);
  return table(["Given", "Read as", "ISO 8601, UTC", "Unix seconds", "Day"], rows);
}

function distance([first, second]: readonly Moment[]): string {
  if (!first || !second) return "";
  const ms = second.time.toMillis() - first.time.toMillis();
  return `From the first to the second: **${durationInWords(ms)}** (${ms / 1000} seconds).`;
}
