import assert from "node:assert/strict";
import { isFragment, partOfFile } from "../../../../../src/features/changes/core/partOfFile";

const lines = (...all: string[]) => all.map((line) => `${line}\n`).join("");
const numbers = (from: number, to: number, mark = "Line") =>
  Array.from({ length: to - from + 1 }, (_, at) => `${mark} ${from + at}`);

const big = (name: string, result = "a * 2") => [
  `function ${name}(a) {`,
  "  log(a);",
  `  return ${result};`,
  "}",
  "",
];
const empty = (name: string) => [`function ${name}() {`, "}", ""];

describe("a text that may be a part of a file", () => {
  it("is none where it has every line of the file but blank ones", () => {
    const part = "a.ts seems to be shown only in part.";
    for (const [text, file, wanted] of [
      [lines("a();", "b();"), lines("a();", "", "  ", "  b();"), undefined],
      [lines("b();", "a();", "c();"), lines("a();", "", "b();"), undefined],
      [lines("a();"), lines("a();", "b();"), part],
    ] as const)
      assert.equal(partOfFile(text, file, { path: "a.ts", inSentence: true })?.("a.ts"), wanted);
  });

  it("is judged by its headings in a document that has some, else by its lines", () => {
    const body = numbers(1, 10);
    for (const [text, file, isPart] of [
      [["# A", "new"], ["# A", ...body], false],
      [["## A", "new"], ["# A", ...body], true],
      [body, ["# A", ...body.slice(1), "more"], true],
      [["# A", "new"], ["# A", "## B", ...body], false],
      [["# A", "new"], ["# A", "## B", "## C", ...body], true],
      [["new", ...body.slice(6)], body, false],
      [["new", ...body.slice(7)], body, true],
      [["new"], body, true],
      [["# A", "new"], body, true],
    ] as [string[], string[], boolean][])
      for (const path of ["a.md", "a.txt"])
        assert.equal(
          partOfFile(lines(...text), lines(...file), { path }) !== undefined,
          isPart,
          text.join(),
        );
  });

  it("may lack large parts where it keeps as many as they were, and small ones where most are kept", () => {
    const changed = (name: string) => big(name, "a * 3");
    const file = ["one", "two", "three", "four", "five"].flatMap((name) => big(name));
    const mixed = [big("one"), empty("a"), big("two"), empty("b"), big("three")].flat();
    const added = ["const z = 1;", ""];
    for (const [text, old, lost] of [
      [[...changed("one"), ...changed("four"), ...changed("five")], file, "two"],
      [[...added, ...big("one"), ...big("four"), ...big("five")], file, undefined],
      [[...added, ...big("one"), ...big("five")], file, "two"],
      [[...added, ...big("one"), ...big("two"), ...empty("b"), ...big("three")], mixed, "a"],
      [[...added, ...mixed], mixed, undefined],
    ] as const) {
      const why = partOfFile(lines(...text), lines(...old), { path: "a.js" })?.("a.js");
      const name = /“function (\w+)/.exec(why ?? "")?.[1];
      assert.equal(name, lost, text.join("\n"));
    }
  });

  it("begins inside of the file where what it begins with does so, but for imports and comments", () => {
    const file = lines("class A {", "  one();", "  doIt();", "  two();", "}", ...big("f"));
    const open =
      "a.ts seems to be shown only in part, as the text begins or ends in the middle of it.";
    for (const [first, isPassed] of [
      ['import a from "a";', true],
      ["from a import b", true],
      ['export { a } from "a";', true],
      ['export * as a from "a";', true],
      ['export type { A } from "a";', true],
      ["#include <a>", true],
      ["# include <a>", true],
      ["using A;", true],
      ["use a;", true],
      ['require "a"', true],
      ["require_once 'a';", true],
      ["include 'a';", true],
      ['const a = require("a");', true],
      ['let { a } = require("a");', true],
      ["var a = require('a');", true],
      ["// a comment", true],
      ["important();", false],
      ["from(a);", false],
      ["export const a = 1;", false],
      ["export const from = 1;", false],
      ["export function from() {}", false],
      ["used();", false],
      ["users;", false],
      ["requires();", false],
      ["included();", false],
      ["const a = required();", false],
      ["constant = require(a);", false],
    ] as const) {
      const why = partOfFile(lines(first, "doIt();"), file, { path: "a.ts" })?.("a.ts");
      assert.equal(why === open, isPassed, `${first}: ${why}`);
    }
    assert.notEqual(
      partOfFile(lines("import a;", "  doIt();"), file, { path: "a.ts" })?.("a.ts"),
      open,
      "it is inside of something there as well",
    );
  });

  it("may begin and end inside of what the file begins and ends inside of itself", () => {
    const inner = ["  a();", "  b();", "  c();", "  d();"];
    const open =
      "a.js seems to be shown only in part, as the text begins or ends in the middle of it.";
    for (const [text, file, isOpen] of [
      [["  a();", "  e();"], inner, false],
      [["  a();", "  e();"], ["f();", ...inner], true],
      [["f(", ...inner.slice(1), "  e("], ["f(", ...inner], false],
      [["f(", ...inner.slice(1), "  e("], ["f(", ...inner, ")"], true],
    ] as const) {
      const why = partOfFile(lines(...text), lines(...file), { path: "a.js" })?.("a.js");
      assert.equal(why === open, isOpen, `${text.join()}: ${why}`);
    }
  });

  it("in a sentence has to begin like the file, or to have half of its lines", () => {
    const part = "a.ts seems to be shown only in part.";
    const file = numbers(1, 6, "call").map((line) => `${line};`);
    for (const [text, isPart] of [
      [[file[0]!, "new;", "more;"], false],
      [["new;", ...file.slice(3)], false],
      [["new;", ...file.slice(4)], true],
    ] as const) {
      const given = [lines(...text, "end;"), lines(...file)] as const;
      const why = (inSentence: boolean) =>
        partOfFile(...given, { path: "a.ts", inSentence })?.("a.ts") === part;
      assert.deepEqual([why(true), why(false)], [isPart, false], text.join());
    }
  });
});

describe("a text that cannot be a file by itself", () => {
  it("begins or ends inside of something, but for prose", () => {
    for (const [text, path, isOne] of [
      [["  a();", "b();"], "a.ts", true],
      [["", "  a();"], "a.ts", true],
      [["  }"], "a.ts", false],
      [["a(", "b"], "a.ts", true],
      [["a(", ")"], "a.ts", false],
      [["  a();", "b("], "a.md", false],
      [["a();", "// ... existing code ..."], "a.ts", true],
    ] as const)
      assert.equal(isFragment(lines(...text), path), isOne, text.join());
    assert.equal(isFragment("a(", "a.ts"), true);
  });
});
