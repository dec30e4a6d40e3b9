import assert from "node:assert/strict";
import { age, ageOf, timeInWords } from "../../../src/contract/text";

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
  it("takes the largest unit that is full, and says nothing precise below a minute", () => {
    const now = 1_800_000_000_000;
    const told = [0, minute - 1, minute, hour - 1, hour, day - 1, day, 400 * day].map((ago) =>
      age(now - ago, now),
    );
    assert.deepEqual(told, [
      "just now",
      "just now",
      "1 min ago",
      "59 min ago",
      "1 h ago",
      "23 h ago",
      "1 d ago",
      "400 d ago",
    ]);
    assert.equal(ageOf(now - 3 * hour, now), "3 h old");
  });
});
