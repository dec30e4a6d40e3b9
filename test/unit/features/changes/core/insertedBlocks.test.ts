import assert from "node:assert/strict";
import { insertedBlocks } from "../../../../../src/features/changes/core/insertedBlocks";

describe("the lines that a change has brought", () => {
  it("are found with their place in the text after it", () => {
    const before = "a\nb\nc\nd\ne\n";
    assert.deepEqual(insertedBlocks(before, "new\na\nb\nC\nC2\nd\n"), [
      { lines: [1, 1], text: ["new"] },
      { lines: [4, 5], text: ["C", "C2"] },
    ]);
  });

  it("are those of a new file, and none where lines were only removed", () => {
    assert.deepEqual(insertedBlocks("a\nb\nc", "a\nc"), []);
    assert.deepEqual(insertedBlocks("", "x\ny"), [{ lines: [1, 2], text: ["x", "y"] }]);
  });
});
