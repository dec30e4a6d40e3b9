import assert from "node:assert/strict";
import { pathNames } from "../../../../../src/features/changes/core/filePath";

describe("the path of a file that an answer names", () => {
  it("J10 leads nowhere else, and has names that every disk takes", () => {
    assert.deepEqual(pathNames("src/a.ts"), ["src", "a.ts"]);
    assert.deepEqual(pathNames("app/(shop)/[id]/.env"), ["app", "(shop)", "[id]", ".env"]);
    for (const path of [
      "",
      "../a.ts",
      "src/../../a.ts",
      "/etc/hosts",
      "./a.ts",
      "src//a.ts",
      "src/",
      "C:/a.ts",
      "a.ts:stream",
      "..\\a.ts",
      "a\0.ts",
      "a\n.ts",
      "src./a.ts",
      "a.ts ",
      "nul",
      "CON.txt",
      "src/aux.ts",
      "com1",
      "lpt9.log",
      "a/".repeat(600),
    ])
      assert.equal(pathNames(path), undefined, JSON.stringify(path));
    assert.ok(pathNames("console.ts"));
  });
});
