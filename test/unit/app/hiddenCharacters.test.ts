import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { hiddenCharacters, withoutHidden } from "../../../src/app/hiddenCharacters";

const corpora = process.env["EXPERT_HUB_CORPORA"] ?? path.resolve("..", "shared", "corpora");
const lists = ["DerivedCoreProperties.Default_Ignorable.txt", "PropList.selected.txt"].map((file) =>
  path.join(corpora, "unicode-invisibles", file),
);

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
    for (const text of ["👩‍👩‍👧‍👦 ❤️ 👍🏽 1️⃣ 🏳️‍🌈", "می‌خواهم", "क्‍ष", "plain\r\n\ttext"]) {
      assert.deepEqual(hiddenCharacters(text), [], text);
      assert.equal(withoutHidden(text), text);
    }
  });

  it("I9 finds every bidi control, default ignorable and control character", function () {
    if (!lists.every((file) => existsSync(file))) {
      console.log("      skipped: 0 code points, the list is not here");
      this.skip();
    }
    const points = lists.flatMap((file) => pointsOf(readFileSync(file, "utf8")));
    for (let code = 0; code < 0xa0; code++) {
      if ((code < 0x20 || code >= 0x7f) && ![9, 10, 13].includes(code)) points.push(code);
    }
    assert.ok(points.length > 4000);
    for (const code of points) {
      const text = `a${String.fromCodePoint(code)}b`;
      assert.equal(hiddenCharacters(text).length, 1, code.toString(16));
      assert.equal(withoutHidden(text), "ab");
    }
    console.log(`      ${points.length} code points`);
  });
});

function pointsOf(list: string): number[] {
  return list
    .split("\n")
    .filter((line) => /; (Default_Ignorable_Code_Point|Bidi_Control)\b/.test(line))
    .flatMap((line) => {
      const [first = "", last = first] = (line.split(";")[0] ?? "").trim().split("..");
      const from = Number.parseInt(first, 16);
      return Array.from(
        { length: Number.parseInt(last, 16) - from + 1 },
        (_, index) => from + index,
      );
    })
    .filter((code) => code < 0xd800 || code > 0xdfff);
}
