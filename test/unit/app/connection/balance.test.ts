import assert from "node:assert/strict";
import { isLow } from "../../../../src/app/connection/balance";

describe("a balance", () => {
  it("is low below a thousand tokens, and not while it is unknown", () => {
    assert.deepEqual([0, 999, 1000, undefined].map(isLow), [true, true, false, false]);
  });
});
