import assert from "node:assert/strict";
import { age, ageOf, mask, maskAnyCase, plainLine, timeInWords } from "../../../src/contract/text";

describe("texts for the user", () => {
  it("cuts a line between characters, never within one", () => {
    const line = plainLine(`${"a".repeat(298)}😀${"b".repeat(10)}`, "k", 300);
    assert.equal(line, `${"a".repeat(298)}…`);
  });

  it("reads no more of what the hub says than may be shown of it", () => {
    assert.equal(plainLine(`${" ".repeat(6000)}word`, "k", 300), "");
    assert.equal(plainLine(`${" ".repeat(5000)}word`, "k", 300), "word");
  });

  it("K14 shows no part of a key that stands where a line is cut", () => {
    const key = "KEY-CANARY";
    for (let before = 285; before < 302; before++)
      assert.doesNotMatch(plainLine(`${"a".repeat(before)}${key} and more`, key, 300), /K/);
  });

  it("K14 masks a key of any characters, in any case where case does not count", () => {
    for (const secret of ["a+b(c", "K$1.*", "[\\d", "x|y", "Plain-Key"]) {
      assert.equal(mask(`<${secret}> ${secret}`, secret), "<••••> ••••");
      assert.equal(
        maskAnyCase(`${secret.toUpperCase()}/${secret.toLowerCase()}/x`, secret),
        "••••/••••/x",
      );
    }
    assert.equal(maskAnyCase("aXb acb", "a.b"), "aXb acb");
  });

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
