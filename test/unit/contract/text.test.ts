import assert from "node:assert/strict";
import { ageOf, timeInWords } from "../../../src/contract/text";
import { useMessages } from "../../../src/kit/l10n";

describe("texts for the user", () => {
  it("gives times and sizes in the unit that fits", () => {
    assert.deepEqual([0, 1, 2.5, 119, 120, 150, 7199, 7200].map(timeInWords), [
      "0 seconds",
      "1 second",
      "2.5 seconds",
      "119 seconds",
      "2 minutes",
      "2.5 minutes",
      "120 minutes",
      "2 hours",
    ]);
  });
});

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe("an age in words", () => {
  // A Friday at noon.
  const now = new Date(2026, 10, 27, 12).getTime();
  const ages = (passed: readonly number[]) => passed.map((one) => ageOf(now - one, now));

  it("takes the largest unit that is full, and says nothing precise below a minute", () => {
    assert.deepEqual(ages([0, minute - 1, minute, 9 * minute, hour - 1, hour, day - 1]), [
      "just now",
      "just now",
      "1 minute ago",
      "9 minutes ago",
      "59 minutes ago",
      "1 hour ago",
      "23 hours ago",
    ]);
    assert.deepEqual(ages([day, 6 * day, 7 * day, 34 * day, 35 * day, 364 * day, 800 * day]), [
      "yesterday",
      "6 days ago",
      "1 week ago",
      "4 weeks ago",
      "1 month ago",
      "11 months ago",
      "2 years ago",
    ]);
  });

  it("says yesterday of the day before by the calendar alone", () => {
    assert.deepEqual(ages([35 * hour, 37 * hour]), ["yesterday", "2 days ago"]);
  });

  it("is in the language of the messages", () => {
    useMessages({ "just now": "gerade eben" }, "de");
    try {
      assert.deepEqual(ages([0, 9 * minute, day]), ["gerade eben", "vor 9 Minuten", "gestern"]);
    } finally {
      useMessages({});
    }
  });
});
