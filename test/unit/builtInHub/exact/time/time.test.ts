import assert from "node:assert/strict";
import fc from "fast-check";
import { answerOf, resultOf } from "../readings";

/** Asked on 23 November 2026. */
const spellings: readonly (readonly [result: string, ...questions: string[]])[] = [
  [
    "2026-01-01T00:00:00Z",
    "1767225600",
    "1767225600000",
    "what date is 1767225600?",
    "convert 1767225600 to a date",
    "2026-01-01T00:00:00Z",
    "2026-01-01 00:00 UTC",
    "2026-01-01T01:00:00+01:00",
    "Thu, 01 Jan 2026 00:00:00 +0000",
    "1767225600 in UTC",
    "1767225600 to utc",
  ],
  [
    "2026-01-01T09:00:00+09:00",
    "1767225600 in Asia/Tokyo",
    "1767225600 in asia/tokyo",
    "1767225600 to Tokyo time",
    "1767225600 in JST",
    "1767225600 in UTC+9",
    "convert 2026-01-01 00:00 UTC to Tokyo",
    "2026-01-01T00:00Z in JST",
  ],
  [
    "2026-11-23T20:00:00Z",
    "15:00 EST to UTC",
    "3pm EST in UTC",
    "3:00 pm EST to UTC",
    "what is 15:00 EST in UTC?",
    "convert 15:00 EST to UTC",
    "convert 15:00 from EST to UTC",
    "15:00 America/New_York in UTC",
    "15:00 New York time to UTC",
    "15:00 -05:00 to UTC",
    "15:00 ET to GMT".replace("GMT", "UTC"),
  ],
  ["2026-11-23T08:45:00-08:00", "17:45 CET to PST", "5:45 pm CET in PST", "16:45 UTC to PST"],
  [
    "1767225600",
    "2026-01-01T00:00:00Z to unix",
    "2026-01-01T00:00:00Z in unix time",
    "unix time of 2026-01-01T00:00:00Z",
    "unix timestamp for 2026-01-01 00:00 UTC",
    "2026-01-01 00:00 UTC as a unix timestamp",
  ],
  [
    "59 days",
    "days between 2026-01-01 and 2026-03-01",
    "how many days between 2026-03-01 and 2026-01-01?",
    "how many days are there between 1 January 2026 and 1 March 2026",
    "days from 2026-01-01 to 2026-03-01",
  ],
  [
    "2026-04-01",
    "90 days after 2026-01-01",
    "2026-01-01 + 90 days",
    "2026-01-01 plus 90 days",
    "90 days from January 1, 2026",
    "what date is 90 days after 2026-01-01?",
  ],
  [
    "2026-11-23",
    "23/11/2026 to ISO",
    "11/23/2026 in ISO 8601",
    "23.11.2026 to iso",
    "November 23rd, 2026 as ISO",
  ],
  [
    "Friday",
    "what day is 2026-12-25",
    "which weekday is 25 December 2026?",
    "day of the week of 2026-12-25",
  ],
  [
    "2026-11-23T19:00:00+09:00",
    "what time is it in Tokyo?",
    "now in JST",
    "current time in Asia/Tokyo",
    "time in Tokyo",
  ],
  ["2026-12-23", "30 days from now", "today + 30 days", "30 days after today"],
  ["36 hours", "hours between 2026-01-01T00:00Z and 2026-01-02T12:00Z"],
];

const refused = [
  "what time is it in IST",
  "15:00 IST to UTC",
  "15:00 UTC to CST",
  "15:00 BST in UTC",
  "12:00 XYZ to UTC",
  "12:00 UTC to XYZ",
  "1767225600 to local time",
  "12:00 UTC in my time zone",
  "what time is it in Narnia",
  "10:00 in Berlin",
  "2026-01-01 in Tokyo",
  "11/12/2026 to ISO",
  "2026-02-30",
  "2026-13-01",
  "31/11/2026",
  "Fri, 01 Jan 2026 00:00:00 +0000",
  "24:00 CET to UTC",
  "13pm CET to UTC",
  "2026-03-29 02:30 Europe/Berlin in UTC",
  "2026-10-25 02:30 Europe/Berlin in UTC",
  "2026-01-31 + 1 month",
  "business days between 2026-01-01 and 2026-02-01",
  "days between 2026-01-01 and 2026-02-01 without weekends",
  "22:00 to 06:00",
  "how long between 22:00 and 06:00",
  "time between 22:00 and 06:00",
  "3pm in New York in UTC on 2026-01-15",
  "15:00 CET in PST and JST",
  "next friday",
  "5 March",
  "2026-W01",
  "2026-11",
  "12:30",
  "12345",
  "days until 2020-01-01",
  "1767225600 in Tokyo tomorrow",
  "2026-01-01 and 2026-02-01",
  "add 3 days to 2026-01-01 and 2026-02-01",
  "90 days after 2026-01-01 in weeks",
  "date in ms: 2024-01-01",
  "2026-01-01 10:00 UTC+25 in UTC",
  "Istanbul",
  "2026-01-01 CET",
  "hours between 2026-01-01 and 2026-01-02 10:00",
  "hours between 2026-01-01 10:00 and 2026-01-02T10:00Z",
];

const iso = (date: Date) => date.toISOString().slice(0, 10);

describe("times without a model", () => {
  for (const [result, ...questions] of spellings)
    it(`X1 answers ${questions[0]} in every spelling`, async () => {
      for (const question of questions) assert.equal(await resultOf(question), result, question);
    });

  it("X2 refuses what it does not understand to the last word", async () => {
    for (const question of refused) assert.equal(await resultOf(question), undefined, question);
  });

  it("X1 says how it reads a number, and nothing of what names its zone", async () => {
    assert.match((await answerOf("1767225600")) ?? "", /Read as Unix seconds\./);
    assert.match((await answerOf("1767225600000")) ?? "", /Read as Unix milliseconds\./);
    assert.doesNotMatch((await answerOf("2026-01-01T00:00:00Z")) ?? "Read as", /Read as/);
    assert.match(
      (await answerOf("2026-01-01 00:00")) ?? "",
      /Read as UTC, because it names no zone/,
    );
  });

  it("X1 shows both readings of a time without a zone", async () => {
    const answer = await answerOf("2026-01-01 12:00 in Asia/Tokyo");
    assert.match(answer ?? "", /\| UTC \| `2026-01-01T21:00:00\+09:00` \(Asia\/Tokyo\) \|/);
    assert.match(answer ?? "", /\| Asia\/Tokyo \| `2026-01-01T03:00:00Z` \(UTC\) \|/);
  });

  it("X4 brings any second to its date and back, in any offset", async () => {
    const second = fc.integer({ min: 1_000_000_000, max: 4_000_000_000 });
    const hours = fc.integer({ min: -12, max: 14 });
    await fc.assert(
      fc.asyncProperty(second, hours, async (unix, offset) => {
        const zone = `UTC${offset < 0 ? "-" : "+"}${Math.abs(offset)}`;
        const shown = (await resultOf(`${unix} in ${zone}`)) ?? "";
        const wall = new Date((unix + offset * 3600) * 1000).toISOString().slice(0, 19);
        assert.equal(shown.slice(0, 19), wall);
        assert.equal(await resultOf(`${shown} to unix`), String(unix));
      }),
    );
  });

  it("X4 agrees with the calendar on days", async () => {
    const day = fc.date({
      min: new Date("1970-01-01"),
      max: new Date("2100-01-01"),
      noInvalidDate: true,
    });
    await fc.assert(
      fc.asyncProperty(day, fc.integer({ min: 0, max: 9999 }), async (from, amount) => {
        const to = iso(new Date(Date.parse(iso(from)) + amount * 86_400_000));
        assert.equal(await resultOf(`${iso(from)} + ${amount} days`), to);
        assert.equal(
          await resultOf(`days between ${iso(from)} and ${to}`),
          `${amount} day${amount === 1 ? "" : "s"}`,
        );
      }),
    );
  });
});
