import assert from "node:assert/strict";
import { ranked } from "../../../src/kit/ranking";

const best = (typed: string, texts: readonly string[], max = 9): string[] =>
  ranked(texts, typed, { max, textsOf: (text) => text.split("|") });

describe("the ranking of what contains the typed text", () => {
  it("puts the whole name first, then its beginning, a word in it, and any other place", () => {
    const names = ["discard", "shop-card", "cardinal", "Card", "shopCard", "postcard"];
    assert.deepEqual(best("card", names), [
      "Card",
      "cardinal",
      "shop-card",
      "shopCard",
      "discard",
      "postcard",
    ]);
  });

  it("finds the beginning of a later word", () => {
    assert.deepEqual(best("s", ["class", "class server"]), ["class server", "class"]);
  });

  it("takes the name before what else is known of it", () => {
    assert.deepEqual(best("src", ["a.ts|src", "mysrc.ts|lib", "b.ts|lib"]), [
      "mysrc.ts|lib",
      "a.ts|src",
    ]);
  });

  it("keeps the order of equals, also where nothing is typed, and lists no more than it may", () => {
    assert.deepEqual(best("", ["b", "c", "a"], 2), ["b", "c"]);
    assert.deepEqual(best("a", ["xa", "ya", "a", "za"], 3), ["a", "xa", "ya"]);
    assert.deepEqual(best("q", ["a", "b"]), []);
  });
});
