import assert from "node:assert/strict";
import { indentUnit } from "../../../../../../src/features/changes/core/indentation/measure";

const unitOf = (...lines: string[]) => indentUnit(lines);

describe("one level of the indentation of a file", () => {
  const two = ["a {", "  b {", "    c", "  }", "}"];
  it("is the step that most of its lines take", () => {
    assert.equal(unitOf(...two), "  ");
    assert.equal(unitOf(...two.map((line) => line.replaceAll("  ", "    "))), "    ");
    assert.equal(unitOf(...two.map((line) => line.replaceAll("  ", "\t"))), "\t");
    assert.equal(unitOf(...two, "f(a,", "       b);"), "  ");
  });

  it("is none where no line is indented, or only a comment", () => {
    assert.equal(unitOf("a", "", "b"), undefined);
    assert.equal(unitOf("/**", "  * a", "  */", "a"), undefined);
  });
});
