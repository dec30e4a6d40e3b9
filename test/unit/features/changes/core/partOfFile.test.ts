import assert from "node:assert/strict";
import { partOfFile } from "../../../../../src/features/changes/core/partOfFile";

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
});
