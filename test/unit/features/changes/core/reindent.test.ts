import assert from "node:assert/strict";
import { hunksAt, reindented } from "../../../../../src/features/changes/core/reindent";

describe("new lines in the white space of the file", () => {
  it("are moved as the known lines are, and have nothing in blank lines", () => {
    for (const [added, given, file, wanted] of [
      [
        ["a", "  b"],
        ["a", "  b"],
        ["\ta", "\t\tb"],
        ["\ta", "\t\tb"],
      ],
      [
        ["a", "", " ", "  b"],
        ["a", "  b"],
        ["\ta", "\t\tb"],
        ["\ta", "", "", "\t\tb"],
      ],
      [
        ["a", "     ", "    c"],
        ["a", "  b"],
        ["\ta", "\t\tb"],
        ["\ta", "", "\t\t\tc"],
      ],
      [["  c"], ["a", " ", "  b"], ["\ta", "\t\t\t", "\t\tb"], ["\t\tc"]],
      [["  c"], ["a", "  b", "  d"], ["\ta", "\t\tb", "\td"], undefined],
      [["  c"], ["a", "  b"], ["\ta", "\tb"], undefined],
      [["c"], ["  a"], [""], undefined],
      [["c"], [" "], ["\t"], undefined],
    ] as const)
      assert.deepEqual(
        reindented(added, { given, file, unit: "\t" }),
        wanted,
        JSON.stringify([added, given, file]),
      );
  });

  it("stay out where only the lines that they replace were moved to the margin", () => {
    const file = ["    a", "", "      b"];
    const at = (old: string[], now: string[]) =>
      hunksAt({ old, now }, { at: 0, fit: "indented" }, { lines: file, unit: "  ", path: "a.ts" });
    for (const blank of ["", " "]) {
      assert.equal(at(["a", blank, "  b"], ["    a", blank, "      c"]), undefined);
      assert.deepEqual(
        at(["a", blank, "  b"], ["a", blank, "  c"])?.map(({ now }) => now),
        [["      c"]],
      );
    }
  });
});
