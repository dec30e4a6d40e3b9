import assert from "node:assert/strict";
import fc from "fast-check";
import {
  hiddenCharacters,
  withoutHidden,
} from "../../../../../src/features/changes/core/hiddenCharacters";
import { invisibles } from "../../../../support/corpora";

describe("hidden characters", () => {
  it("names each with its line", () => {
    assert.deepEqual(hiddenCharacters("a\nb\u202Ec\n\u200B"), [
      { codePoint: "U+202E", line: 2 },
      { codePoint: "U+200B", line: 3 },
    ]);
  });

  it("takes them out and leaves all else", () => {
    assert.equal(withoutHidden("a\u202Eb\r\n\tc\u{E0041}d"), "ab\r\n\tcd");
  });

  it("raises no alarm about emoji, flags, keycaps, Persian and Hindi", () => {
    for (const text of ["👩‍👩‍👧‍👦 ❤️ 👍🏽 👩🏽‍🚀 1️⃣ 🏳️‍🌈", "می‌خواهم", "क्‍ष", "plain\r\n\ttext"]) {
      assert.deepEqual(hiddenCharacters(text), [], text);
      assert.equal(withoutHidden(text), text);
    }
  });

  it("knows what only looks like emoji or joined letters", () => {
    const hidden = [
      "user1\uFE0F",
      "1\u200D2",
      "❤\uFE0F\uFE0F",
      "x\uFE0F\u200D👩",
      "👩\u200D\u200D👩",
      "a\uFE00\u200D\uFE00b",
      "ك\u061C\u200Cك",
      "#\uFE0F",
      "a\u200Cख",
      "ख\u200Ca",
      "ی\u200D",
      "\u200Dی",
    ];
    for (const text of hidden) {
      assert.notDeepEqual(hiddenCharacters(text), [], JSON.stringify(text));
      assert.deepEqual(hiddenCharacters(withoutHidden(text)), [], JSON.stringify(text));
    }
  });

  const parts = [
    ..."a1# \n\t\r\0\u00AD\u034F\u061C\u180B\u200B\u200C\u200D\u202E\u20E3\uFE00\uFE0F\uFEFF",
    ..."❤👩🚀🏽🏳\u{1F1E9}كیकष\u094D\u0301\u{E0041}\u{E0100}",
  ];
  const anyText = fc
    .array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: "binary", maxLength: 3 })))
    .map((found) => found.join(""));

  it("I9 leaves none behind once they are taken out, and takes out nothing else", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const clean = withoutHidden(text);
        assert.deepEqual(hiddenCharacters(clean), []);
        // Exactly the invisible characters are removed; everything else remains in order.
        const gone = hiddenCharacters(text).map(({ codePoint }) =>
          String.fromCodePoint(Number.parseInt(codePoint.slice(2), 16)),
        );
        const rest = [...clean];
        for (const char of text) {
          if (char === rest[0]) rest.shift();
          else assert.equal(char, gone.shift());
        }
        assert.deepEqual([rest, gone], [[], []]);
      }),
      { numRuns: 2000 },
    );
  });

  it("I9 finds every bidi control, default ignorable and control character", () => {
    for (const code of invisibles()) {
      const text = `a${String.fromCodePoint(code)}b`;
      assert.equal(hiddenCharacters(text).length, 1, code.toString(16));
      assert.equal(withoutHidden(text), "ab");
    }
  });
});
