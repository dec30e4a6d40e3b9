import assert from "node:assert/strict";
import {
  hiddenIntroduced,
  withoutIntroduced,
} from "../../../../../src/features/changes/core/hiddenCharacters";
import { leavesOut } from "../../../../../src/features/changes/core/incomplete";

const zero = "\u200B";

describe("what a change introduces", () => {
  it("is hidden characters of new lines only", () => {
    const before = `a${zero}\r\nb\r\n`;
    const after = `a${zero}\r\nb\u202E\r\nc\r\n`;
    assert.deepEqual(hiddenIntroduced(before, after), [{ codePoint: "U+202E", line: 2 }]);
    assert.equal(withoutIntroduced(before, after), `a${zero}\r\nb\r\nc\r\n`);
    assert.deepEqual(hiddenIntroduced(after, after), []);
  });
});

describe("a text that is meant to replace a file", () => {
  it("shows only a part if it says so", () => {
    for (const mark of [
      "// ...",
      "# … rest of the file",
      "// existing code ...",
      "/* ... */",
      "  // rest of the code unchanged...",
    ])
      assert.equal(leavesOut(`a\n${mark}\nb`, "a\nb"), true, mark);
  });

  it("takes every other text for the whole of a file", () => {
    assert.equal(leavesOut("def a():\n    ...\nb", "a"), false, "Python has such lines");
    assert.equal(leavesOut("a\n// ...", "// ...\na"), false, "it stands in the file");
  });
});
