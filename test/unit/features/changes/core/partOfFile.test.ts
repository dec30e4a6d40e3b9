import assert from "node:assert/strict";
import { partOfFile } from "../../../../../src/features/changes/core/partOfFile";

const lines = (...all: string[]) => all.map((line) => `${line}\n`).join("");
const numbers = (from: number, to: number, mark = "Line") =>
  Array.from({ length: to - from + 1 }, (_, at) => `${mark} ${from + at}`);

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
});
