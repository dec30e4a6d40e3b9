import assert from "node:assert/strict";
import { standsFor } from "../../../../../src/features/changes/core/questionText";

const file = `import { a } from "./a";

export function one() {
  return a(1);
}

export function two() {
  return a(2);
}
`.split("\n");
const selection = { start: 6, end: 9 };

describe("a block for a selection", () => {
  it("stands for the file where it has the lines around the selection", () => {
    const whole = file.map((line) => line.replace("a(2)", "a(3)"));
    assert.equal(standsFor(whole, file, selection), "file");
    const renamed = whole.with(0, 'import { a } from "./b";');
    assert.equal(standsFor(["/** Ours. */", ...renamed], file, selection), "file");
  });

  it("stands for the selection where it has none of them, whatever its first line is", () => {
    assert.equal(
      standsFor(["export function two() {", "  return 3;", "}"], file, selection),
      "selection",
    );
    assert.equal(standsFor(["return 3;"], ["return 1;"], { start: 0, end: 1 }), "selection");
    assert.equal(standsFor(["x"], file, { start: 0, end: file.length }), "selection");
  });

  it("is neither where it has some of them", () => {
    const some = [file[0]!, "", "export function two() {", "  return 3;", "}"];
    assert.equal(standsFor(some, file, selection), undefined);
  });
});
