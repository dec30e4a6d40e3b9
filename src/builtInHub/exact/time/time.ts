import { t } from "../../../kit/l10n";
import { NoResult } from "../../refusal";
import { form } from "../form";
import type { ExactAbility, ExactQuestion, Reading } from "../exactAbility";
import {
  timeBetween,
  convertTime,
  describeTime,
  inNamedZone,
  shiftTime,
  unixOf,
  weekdayOf,
  type Answer,
} from "./answers";
import { isDay, readMoment, type Written } from "./moments";

type Named = Readonly<Record<string, string>>;
/** A form: what it names is read as times, zones or amounts, or it is not this form. */
type Answering = (named: Named, read: (text: string) => Written | undefined) => Answer;

const parts = {
  EPOCH: "(?:unix|epoch)",
  UNITS: "(?<unit>seconds|minutes|hours|days|weeks)",
  DAYS: "(?<unit>days|weeks)",
  AMOUNT: "(?<amount>\\d{1,6}) (?<unit>second|minute|hour|day|week|month|year)s?",
  FROM: "(?<from>.+?)",
  AT: "(?<at>.+)",
};

const later: Answering = ({ from = "", amount, unit = "", sign = "" }, read) => {
  const isDays = /^(?:day|week|month|year)$/i.test(unit);
  const start = /^now$/i.test(from.trim()) && isDays ? "today" : from;
  const direction = /^(?:-|minus|before)$/i.test(sign) ? -1 : 1;
  return shiftTime(read(start), direction * Number(amount), unit.toLowerCase());
};

const timeForms = [
  row(
    "(what time is it|current time|the current time|time|the time) [now|right now] in AT",
    ({ at = "" }, read) => inNamedZone(read("now"), at),
  ),
  row("(what time is it|current time|the current time) [now]", (_, read) =>
    describeTime(read("now")),
  ),
  row("[current|the current] EPOCH (time|timestamp) [now]", (_, read) => unixOf(read("now"), 1000)),
  row(
    "[how many] UNITS [are] [there] (between|from) FROM (and|to|until) AT",
    ({ unit = "", from = "", at = "" }, read) =>
      timeBetween(read(from), read(at), unit.toLowerCase()),
  ),
  row(
    "[the] (time|difference|how long|how long is it) (between|from) FROM (and|to|until) AT",
    ({ from = "", at = "" }, read) => {
      const [start, end] = [read(from), read(at)];
      return start && isDay(start) ? timeBetween(start, end, "days") : undefined;
    },
  ),
  row(
    "[how many] DAYS [are there|are left|are] (until|till|to) AT",
    ({ unit = "", at = "" }, read) =>
      timeBetween(read("today"), read(at), unit.toLowerCase(), "until"),
  ),
  row("[how many] DAYS since AT", ({ unit = "", at = "" }, read) =>
    timeBetween(read(at), read("today"), unit.toLowerCase(), "since"),
  ),
  row("FROM\\s*(?<sign>\\+|-|plus|minus)\\s*AMOUNT", later),
  row("[what date is|what day is] AMOUNT (?<sign>after|before|from) FROM", later),
  row("[what date was|what day was] AMOUNT ago", (named, read) =>
    later({ ...named, from: "today", sign: "before" }, read),
  ),
  row("[the] EPOCH [time|timestamp] (of|for) AT", ({ at = "" }, read) => unixOf(read(at), 1000)),
  row("[convert] (?<from>.+) (in|to|into|as) AT", ({ from = "", at = "" }, read) =>
    convertTime(read(from.replace(/ from (?=\S+$)/i, " ")), at),
  ),
  row(
    "((what|which) (day|weekday) [of the week] (is|was|will be)|(weekday|the weekday|day of the week|the day of the week) of) AT",
    ({ at = "" }, read) => weekdayOf(read(at)),
  ),
  row("[what date is|what date was|what time is|what time was] AT", ({ at = "" }, read) =>
    describeTime(read(at)),
  ),
];

function row(text: string, answering: Answering) {
  return { pattern: form(text, parts), answering };
}

export const time: ExactAbility = {
  id: 34,
  name: () => t("Time"),
  text: () =>
    t(
      "Shows a Unix time or a date in other forms and zones, counts days between two dates, and adds to them. A zone is an IANA name, an offset or a common abbreviation.",
    ),
  examples: [
    { question: "1767225600", answer: "2026-01-01T00:00:00Z" },
    { question: "1767225600 in Asia/Tokyo", answer: "2026-01-01T09:00:00+09:00" },
    { question: "2026-01-15 15:00 EST to UTC", answer: "2026-01-15T20:00:00Z" },
    {
      question: "2026-07-01 10:00 Europe/Berlin in America/New_York",
      answer: "2026-07-01T04:00:00-04:00",
    },
    { question: "2026-01-01T00:00:00Z to unix", answer: "1767225600" },
    { question: "23/11/2026 to ISO", answer: "2026-11-23" },
    { question: "days between 2026-01-01 and 2026-03-01", answer: "59 days" },
    { question: "2026-01-31 + 90 days", answer: "2026-05-01" },
    { question: "3 weeks before 2026-03-01", answer: "2026-02-08" },
  ],
  read: ({ words, attached, now }: ExactQuestion): Reading | undefined => {
    if (attached || words.length > 200) return undefined;
    try {
      for (const { pattern, answering } of timeForms) {
        const found = pattern.exec(words);
        const named: Named = found?.groups ?? {};
        const answer = found && answering(named, (text) => readMoment(text.trim(), now));
        if (answer)
          return {
            answer: async ({ computation }) => {
              computation?.forgetLast();
              return answer(await import("./instants"));
            },
          };
      }
    } catch (error) {
      if (error instanceof NoResult) return { refusal: error.message };
      throw error;
    }
    return undefined;
  },
};
