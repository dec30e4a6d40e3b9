import assert from "node:assert/strict";
import { form, formsOf } from "../../../../src/builtInHub/exact/form";

const fits = (row: string, words: string) => form(row, { TEXT: "(?<text>.+?)" }).test(words);

describe("a row of a grammar", () => {
  it("X2 accounts for every word", () => {
    assert.ok(fits("sort [the] lines", "sort lines"));
    assert.ok(fits("sort [the] lines", "Sort  the\tlines"));
    for (const words of [
      "sort the the lines",
      "sort thelines",
      "sort lines now",
      "please sort lines",
    ])
      assert.equal(fits("sort [the] lines", words), false, words);
  });

  it("X2 has choices, optional words before and behind, and words with or without a hyphen", () => {
    for (const words of ["a x", "b x", "please a x", "a x y", "please b x z"])
      assert.ok(fits("[please] (a|b) x [y|z]", words), words);
    for (const words of ["x", "a b x", "a x y z", "pleasea x"])
      assert.equal(fits("[please] (a|b) x [y|z]", words), false, words);
    for (const words of ["pretty-print", "pretty print", "prettyprint"])
      assert.ok(fits("pretty-print", words), words);
  });

  it("X1 names what stands in it, and what it asks for", () => {
    const [{ act, pattern } = assert.fail()] = formsOf(
      { show: ["show TEXT"] },
      { TEXT: "(?<text>.+)" },
    );
    assert.equal(act, "show");
    assert.equal(pattern.exec("show a (b)")?.groups?.["text"], "a (b)");
  });
});
