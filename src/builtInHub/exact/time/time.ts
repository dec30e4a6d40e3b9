import { t } from "../../../kit/l10n";
import { NoResult } from "../../tools/calculator/problems";
import type { ExactAbility, ExactQuestion, Reading } from "../form";
import {
  between,
  converted,
  described,
  inNamedZone,
  shifted,
  unixOf,
  until,
  weekdayOf,
  withMoment,
  type Answer,
} from "./answers";

/** A form: what it captures is read as times, zones or amounts, or it is not this form. */
type Form = readonly [RegExp, (parts: readonly string[], now: Date) => Answer | undefined];

const unit = "(second|minute|hour|day|week|month|year)s?";
const units = "(seconds|minutes|hours|days|weeks)";

const forms: readonly Form[] = [
  [
    /^(?:what time is it|(?:the )?current time|(?:the )?time)(?: now| right now)? in (.+)$/i,
    ([zone = ""], now) => inNamedZone({ instant: now.getTime() }, zone, now),
  ],
  [
    /^(?:what time is it|(?:the )?current time)(?: now)?$/i,
    (_, now) => described({ instant: now.getTime() }, now),
  ],
  [
    /^(?:(?:the )?current )?(?:unix|epoch) (?:time(?:stamp)?)(?: now)?$/i,
    (_, now) => unixOf("now", 1000, now),
  ],
  [
    new RegExp(
      `^(?:how many )?${units} (?:are )?(?:there )?(?:between|from) (.+?) (?:and|to|until) (.+)$`,
      "i",
    ),
    ([name = "", from = "", to = ""], now) => between(from, to, name, now),
  ],
  [
    /^(?:the )?(?:time|difference|how long|how long is it) (?:between|from) (.+?) (?:and|to|until) (.+)$/i,
    ([from = "", to = ""], now) => between(from, to, "", now),
  ],
  [
    new RegExp(`^(?:how many )?${units} (?:are (?:there |left )?)?(?:until|till|to) (.+)$`, "i"),
    ([name = "", to = ""], now) => until(to, name, 1, now),
  ],
  [
    new RegExp(`^(?:how many )?${units} since (.+)$`, "i"),
    ([name = "", from = ""], now) => until(from, name, -1, now),
  ],
  [
    new RegExp(`^(.+?) ?(\\+|-|plus|minus) ?(\\d{1,6}) ${unit}$`, "i"),
    ([at = "", sign = "", amount = "", name = ""], now) =>
      shifted(at, /^(?:-|minus)$/i.test(sign) ? -Number(amount) : Number(amount), name, now),
  ],
  [
    new RegExp(`^(?:what (?:date|day) is )?(\\d{1,6}) ${unit} (after|before|from) (.+)$`, "i"),
    ([amount = "", name = "", side = "", at = ""], now) =>
      shifted(at, /^before$/i.test(side) ? -Number(amount) : Number(amount), name, now),
  ],
  [
    new RegExp(`^(?:what (?:date|day) was )?(\\d{1,6}) ${unit} ago$`, "i"),
    ([amount = "", name = ""], now) => shifted("today", -Number(amount), name, now),
  ],
  [
    /^(?:the )?(?:unix|epoch) (?:time(?:stamp)? )?(?:of|for) (.+)$/i,
    ([at = ""], now) => unixOf(at, 1000, now),
  ],
  [
    /^(?:convert )?(.+) (?:in|to|into|as) (.+)$/i,
    ([at = "", target = ""], now) => converted(at, target, now),
  ],
  [
    /^(?:(?:what|which) (?:day|weekday)(?: of the week)? (?:is|was|will be) |(?:the )?(?:weekday|day of the week) of )(.+)$/i,
    ([at = ""], now) => weekdayOf(at, now),
  ],
  [
    /^(?:what (?:date|time) (?:is|was) )?(.+)$/i,
    ([at = ""], now) => withMoment(at, now, (written) => described(written, now)),
  ],
];

export const time: ExactAbility = {
  id: 34,
  get name() {
    return t("Time");
  },
  get text() {
    return t(
      "Shows a Unix time or a date in other forms and zones, counts days between two dates, and adds to them. A zone is an IANA name, an offset or a common abbreviation.",
    );
  },
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
      for (const [shape, read] of forms) {
        const found = shape.exec(words);
        const answer = found && read(found.slice(1), now);
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
