import assert from "node:assert/strict";
import { sizeOf } from "../../../src/contract/sizes";

describe("a size", () => {
  for (const [bytes, text] of [
    [0, "0 B"],
    [1023, "1023 B"],
    [1024, "1 KB"],
    [1280, "1.3 KB"],
    [1_000_000, "976.6 KB"],
    [1024 ** 2 - 1, "1 MB"],
    [10 * 1024 ** 2, "10 MB"],
    [1.25 * 1024 ** 2, "1.3 MB"],
    [5_000 * 1024 ** 2, "5000 MB"],
  ] as const)
    it(`of ${bytes} bytes is ${text}`, () => assert.equal(sizeOf(bytes), text));
});
