import assert from "node:assert/strict";
import { patchesOf } from "../../../../../src/features/changes/core/patches";

const git = ["diff --git a/a b/a", "index 1a2b3c4..5d6e7f8 100644", "--- a/a", "+++ b/a"];
const file = { old: "a/a", now: "b/a" };

/** The first reading of each hunk, and whether it is what Git wrote. */
function readIn(lines: readonly string[], isBlock = false) {
  return patchesOf(lines.join("\n"), isBlock).map(({ old, now, kind, hunks }) => ({
    old,
    now,
    ...(kind && { kind }),
    hunks: hunks.map(({ body, line, isExact = false }) => [line, isExact, ...(body ?? [])]),
  }));
}

describe("a hunk of a diff", () => {
  const counted = "@@ -7,2 +7,3 @@";
  for (const [title, lines, hunks] of [
    [
      "has the lines that its head counts",
      [counted, " a", "+b", " c", "Prose."],
      [[7, true, " a", "+b", " c"]],
    ],
    [
      "is not as Git wrote it where a line is missing",
      [counted, " a", "+b"],
      [[7, false, " a", "+b"]],
    ],
    [
      "is not as Git wrote it where a line has no mark",
      ["@@ -7,2 +7,3 @@", " a", "+b", "c", "Prose."],
      [[7, false, " a", "+b", "c"]],
    ],
    [
      "counts one line where its head names none",
      ["@@ -7 +7 @@", "-a", "+b", "Prose."],
      [[7, true, "-a", "+b"]],
    ],
    [
      "does not count what says that there is no line end, and has it",
      [counted, " a", "+b", " c", "\\ No newline at end of file", "Prose."],
      [[7, true, " a", "+b", " c", "\\ No newline at end of file"]],
    ],
    [
      "counts a line that begins with a backslash",
      ["@@ -7,2 +7,2 @@", " a", "\\b", "Prose."],
      [[7, false, " a", "\\b"]],
    ],
    [
      "may take away a line that looks like the signature of a mail",
      ["@@", "-a", "-- ", "-b", "@@", "-c", "-- ", "2.43.0"],
      [
        [undefined, false, "-a", "-- ", "-b"],
        [undefined, false, "-c"],
      ],
    ],
    [
      "ends where another file begins, or a mail",
      ["@@", "-a", "From 0123456789abcdef0123456789abcdef01234567 Mon", "@@", "-c", "Index: a"],
      [
        [undefined, false, "-a"],
        [undefined, false, "-c"],
      ],
    ],
  ] as const)
    it(`J6 ${title}`, () => {
      assert.deepEqual(readIn([...git, ...lines]), [{ ...file, hunks }]);
    });

  it("J6 has all lines of a code block", () => {
    const lines = ["@@", "-a", "", "Text.", "-- ", "1. b", "- c"];
    assert.deepEqual(readIn([...git, ...lines], true), [
      { ...file, hunks: [[undefined, false, ...lines.slice(1)]] },
    ]);
  });
});

describe("the head of Git for a file", () => {
  for (const [title, lines, expected] of [
    ["names it", ["diff --git a/x y b/x y"], { old: "a/x y", now: "b/x y" }],
    [
      "names it in quotes",
      ['diff --git "a/\\303\\274\\"" "b/y\\tz"'],
      { old: 'a/ü"', now: "b/ytz" },
    ],
    [
      "says what it was called",
      ["diff --git a/x b/y", "similarity index 90%", "rename from x", "rename to y"],
      { old: "x", now: "y", kind: "rename" },
    ],
    [
      "says of what it is a copy",
      ["diff --git a/x b/y", "copy from x", "copy to y"],
      { old: "x", now: "y", kind: "copy" },
    ],
    ["says that it is new", ["diff --git a/x b/x", "new file mode 100644"], "create"],
    ["says that it is deleted", ["diff --git a/x b/x", "deleted file mode 100644"], "delete"],
    ["says that its mode changes", ["diff --git a/x b/x", "old mode 1", "new mode 2"], "mode"],
    ["says that it is binary", ["diff --git a/x b/x", "GIT binary patch", "literal 0"], "binary"],
    [
      "says that its two sides differ as bytes",
      ["diff --git a/x b/x", "Binary files a/x and b/x differ"],
      "binary",
    ],
    [
      "says that it is merged, whatever else",
      ["diff --cc x.ts", "new file mode 100644"],
      { old: "x.ts", now: "x.ts", kind: "combined" },
    ],
    ["has a name of one character", ["diff --cc x"], { old: "x", now: "x", kind: "combined" }],
  ] as const)
    it(`J6 ${title}`, () => {
      const wanted =
        typeof expected === "string" ? { old: "a/x", now: "b/x", kind: expected } : expected;
      assert.deepEqual(readIn(lines), [{ ...wanted, hunks: [] }]);
    });

  it("J6 says nothing of the file below its hunks", () => {
    const lines = ["@@ -1 +1 @@", "-a", "+b", "rename to c"];
    assert.deepEqual(readIn([...git, ...lines]), [{ ...file, hunks: [[1, true, "-a", "+b"]] }]);
  });
});
