import assert from "node:assert/strict";
import {
  completionsOf,
  filtersFor,
  parseQuery,
} from "../../../../../src/features/history/core/searchQuery";

const at = (day: number, hour = 0) => new Date(2026, 10, day, hour).getTime();
const now = new Date(at(22, 15));

/** Which of these pass the filters: expert and day of November. */
const passing = (typed: string, ...asked: [string, number][]) =>
  asked
    .filter(([expertName, askedAt]) => parseQuery(typed).isWanted?.({ expertName, askedAt }))
    .map(([expertName]) => expertName);

const completed = (typed: string) => completionsOf(typed, [], now);

describe("a query for conversations", () => {
  it("is text as long as it has no filter", () => {
    for (const typed of ["a  b", "see after: the", "::before", "xexpert:me", "ratio 3:4"]) {
      const { text, isWanted } = parseQuery(typed);
      assert.deepEqual([text, isWanted], [typed, undefined]);
    }
  });

  it("takes filters anywhere, and leaves the other words", () => {
    for (const typed of [
      "leak expert:calc now",
      "expert:CALC leak now",
      'leak now expert:"calc"',
    ]) {
      const { text } = parseQuery(typed);
      assert.deepEqual(text.split(" ").filter(Boolean), ["leak", "now"]);
      assert.deepEqual(passing(typed, ["Calculator", 0], ["Desk", 0]), ["Calculator"]);
    }
  });

  it("wants any of several experts, whose names may have spaces and accents", () => {
    const all: [string, number][] = [
      ["Code Reader", 0],
      ["Caf\u00e9", 0],
      ["Reader", 0],
    ];
    assert.deepEqual(passing('expert:"code reader"', ...all), ["Code Reader"]);
    assert.deepEqual(passing('expert:"code rea', ...all), ["Code Reader"]);
    assert.deepEqual(passing("expert:cafe\u0301 expert:code", ...all), [
      "Code Reader",
      "Caf\u00e9",
    ]);
  });

  it("includes the day after which something is, and excludes the one before which it is", () => {
    const days: [string, number][] = [
      ["10 23:00", at(10, 23)],
      ["11 00:00", at(11)],
      ["12 23:00", at(12, 23)],
      ["13 00:00", at(13)],
    ];
    assert.deepEqual(passing("after:2026-11-11 before:2026-11-13", ...days), [
      "11 00:00",
      "12 23:00",
    ]);
    assert.deepEqual(passing("after:2026-11-11 after:2026-11-13", ...days), ["13 00:00"]);
    assert.deepEqual(passing("before:2026-11-13 before:2026-11-11", ...days), ["10 23:00"]);
    assert.deepEqual(passing("AFTER:2026-11-13", ...days), ["13 00:00"]);
  });

  it("searches for what is no day", () => {
    for (const typed of [
      "after:",
      "before:soon",
      "after:2026-02-30",
      "after:2026-13-01",
      "expert:",
    ])
      assert.deepEqual(parseQuery(typed), { text: typed, isWanted: undefined });
  });

  it("is completed with experts until one is complete", () => {
    const names = ["Code Reader", 'The "Best"', "Text Desk"];
    const complete = (typed: string) => completionsOf(typed, names, now);
    assert.deepEqual(
      complete("leak expert:").map(({ label }) => label),
      names,
    );
    for (const typed of ["leak expert:read", 'leak expert:"code r'])
      assert.deepEqual(complete(typed), [
        { label: "Code Reader", description: "expert", typed: 'leak expert:"Code Reader" ' },
      ]);
    for (const typed of [
      "",
      "leak",
      'expert:"Code Reader"',
      'expert:"Code Reader" ',
      "expert:nobody",
    ])
      assert.deepEqual(complete(typed), []);
    const [best] = complete("expert:best");
    assert.deepEqual(passing(best?.typed ?? "", ['The "Best"', 0], ["Other", 0]), ['The "Best"']);
  });

  it("is completed with days, today's first, until it is a day", () => {
    assert.deepEqual(
      completed("leak after:").map(({ label, typed }) => [label, typed]),
      [
        ["Today", "leak after:2026-11-22 "],
        ["Yesterday", "leak after:2026-11-21 "],
        ["7 days ago", "leak after:2026-11-15 "],
        ["30 days ago", "leak after:2026-10-23 "],
      ],
    );
    assert.deepEqual(
      completed("before:yes").map(({ typed }) => typed),
      ["before:2026-11-21 "],
    );
    assert.deepEqual(
      completed("before:2026-10").map(({ description }) => description),
      ["before:2026-10-23"],
    );
    assert.deepEqual(completed("before:2026-10-23"), []);
  });

  it("is begun with a filter after the words that are there", () => {
    assert.deepEqual(
      ["", "leak", "leak "].map((typed) => filtersFor(typed).map((one) => one.typed)),
      [
        ["expert:", "after:", "before:"],
        ["leak expert:", "leak after:", "leak before:"],
        ["leak expert:", "leak after:", "leak before:"],
      ],
    );
  });
});
