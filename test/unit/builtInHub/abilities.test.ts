import assert from "node:assert/strict";
import { inCase } from "../../../src/builtInHub/abilities/caseText";
import { textOf } from "../../../src/builtInHub/abilities/codecs";
import { find } from "../../../src/builtInHub/abilities/find";
import { changes } from "../../../src/builtInHub/abilities/lineChanges";
import { momentOf } from "../../../src/builtInHub/abilities/timeText";
import { brackets } from "../../../src/builtInHub/reading/brackets";
import { readQuestion } from "../../../src/builtInHub/reading/question";
import { evaluateIntegers } from "../../../src/builtInHub/tools/integers";

const bytes = (count: number) => textOf(Buffer.alloc(count, 0xff));
const now = new Date("2026-11-22T10:30:00Z");

describe("a time in a text", () => {
  for (const [written, iso, note] of [
    ["12345678901", "2361-03-21T19:15:01.000Z", "Unix seconds"],
    ["123456789012", "1973-11-29T21:33:09.012Z", "Unix milliseconds"],
    ["12345678901234", "2361-03-21T19:15:01.234Z", "Unix milliseconds"],
    ["123456789012345", "1973-11-29T21:33:09.012Z", "Unix microseconds"],
    ["12345678901234567", "2361-03-21T19:15:01.234Z", "Unix microseconds"],
    ["123456789012345678", "1973-11-29T21:33:09.012Z", "Unix nanoseconds"],
    ["-1767225600.5", "1913-12-31T23:59:59.500Z", "Unix seconds"],
    ["12:34", "2026-11-22T12:34:00.000Z", "today, as UTC"],
    ["now", "2026-11-22T10:30:00.000Z", "the clock of this computer"],
    ["2026-01-01 00:30", "2026-01-01T00:30:00.000Z", "as UTC, because it names no zone"],
    ["2026-01-01T00:30:00Z", "2026-01-01T00:30:00.000Z", "with its zone"],
    ["2026-01-01T00:30:00+02:00", "2025-12-31T22:30:00.000Z", "with its zone"],
    ["2026-01-01 00:30 CET", "2025-12-31T23:30:00.000Z", "in CET"],
    ["2026-01-01 00:30 Asia/Tokyo", "2025-12-31T15:30:00.000Z", "in Asia/Tokyo"],
  ] as const)
    it(`reads ${written}`, () => {
      const moment = momentOf(written, now);
      assert.deepEqual([moment.time.toUTC().toISO(), moment.note], [iso, note]);
    });

  for (const [written, words] of [
    ["2026-01-01 00:30 XYZ", /`XYZ` is not a known time zone/],
    ["9".repeat(30), /too far from today/],
    ["2026-02-30", /2026-02 has 28 days/],
  ] as const)
    it(`refuses ${written}`, () => {
      assert.throws(() => momentOf(written, now), words);
    });
});

describe("bytes that are no text", () => {
  it("are shown as 256 bytes of hexadecimal at most", () => {
    assert.match(bytes(256), /^256 bytes that are not UTF-8 text: (?:ff){256}$/);
    assert.match(bytes(257), /^257 bytes that are not UTF-8 text: (?:ff){256}…$/);
    assert.equal(textOf(Buffer.from("ok")), "ok");
  });
});

describe("a search of the workspace", () => {
  for (const [words, how] of [
    ["parseConfig", "clear"],
    ["hello", "likely"],
    ["where is parseConfig defined?", "certain"],
    ["find the mistake in parseConfig", "none"],
  ] as const)
    it(`suits ${words}: ${how}`, () => {
      assert.equal(find.suits(readQuestion(words)), how);
    });
});

describe("the case of a text", () => {
  for (const [name, text, changed] of [
    ["Sentence case", "HELLO BIG WORLD", "Hello big world"],
    ["Sentence case", "helloBigWorld", "Hello big world"],
    ["camelCase", "hello big world", "helloBigWorld"],
    ["CONSTANT_CASE", "helloBigWorld", "HELLO_BIG_WORLD"],
  ] as const)
    it(`${name} of ${text} is ${changed}`, () => {
      assert.equal(inCase(name, text), changed);
    });
});

describe("tabs", () => {
  const tabs = changes.find(({ asked }) => asked.test("tabs to spaces"));
  for (const [words, width] of [
    ["tabs to spaces", 4],
    ["tabs to 2 spaces", 2],
    ["tabs to 16 spaces", 16],
    ["tabs to 99 spaces", 16],
  ] as const)
    it(`become ${width} spaces by "${words}"`, () => {
      assert.deepEqual(tabs?.apply(["\ta"], words), [`${" ".repeat(width)}a`]);
    });
});

describe("the brackets of code", () => {
  for (const [code, found] of [
    ["f(a[1], { b })", []],
    ["f(\na))", ["2 `)` closes nothing that is open"]],
    ["f(a]", ["1 `]` closes nothing that is open", "1 `(` is never closed"]],
    ["\n{[", ["2 `{` is never closed", "2 `[` is never closed"]],
  ] as const)
    it(`of ${JSON.stringify(code)} ${found.length === 0 ? "match" : "do not match"}`, () => {
      assert.deepEqual(
        brackets(code).map(({ line, what }) => `${line} ${what}`),
        found,
      );
    });

  it("are reported five times at most", () => {
    assert.equal(brackets(")".repeat(9)).length, 5);
    assert.equal(brackets("(".repeat(9)).length, 5);
  });
});

describe("whole numbers", () => {
  for (const [expression, words] of [
    ["1 +", /A number is missing at the end/],
    ["(1 + 2", /A closing bracket is missing/],
    ["1 + * 2", /A number is missing before \*/],
    ["1 2", /2 was not expected/],
    [`${"(".repeat(200)}1`, /nested too deeply/],
  ] as const)
    it(`say what is wrong with ${expression.slice(0, 20)}`, () => {
      assert.throws(() => evaluateIntegers(expression), words);
    });
});
