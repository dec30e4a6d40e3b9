import assert from "node:assert/strict";
import { cutAtWord, cutText } from "../../../src/kit/cut";

describe("a text that is cut", () => {
  it("stays as it is where it fits", () => {
    for (const cut of [cutText, cutAtWord]) assert.equal(cut("one two", 7), "one two");
  });

  it("ends at a whole character", () => {
    assert.equal(cutText("one two", 6), "one t…");
    assert.equal(cutText("ab👍🏽cd", 5), "ab…");
    assert.equal(cutText("ab👩‍💻cd", 8), "ab👩‍💻…");
    assert.equal(cutText(`e${"\u0301".repeat(50)}`, 5), `e${"\u0301".repeat(3)}…`);
  });

  it("ends at a whole word, unless that is very long", () => {
    assert.equal(cutAtWord("one two, three", 13), "one two…");
    assert.equal(cutAtWord("one two three", 8), "one two…");
    assert.equal(cutAtWord("one src/cart/badge.ts", 18), "one src/cart/…");
    assert.equal(cutAtWord("y".repeat(20), 8), `${"y".repeat(7)}…`);
    assert.equal(cutAtWord("これはテストです", 7), "これはテスト…");
  });
});
