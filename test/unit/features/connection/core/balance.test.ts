import assert from "node:assert/strict";
import { balanceInWords, isLow } from "../../../../../src/features/connection/core/balance";
import { useMessages } from "../../../../../src/kit/l10n";

describe("a balance", () => {
  it("is low below a thousand tokens, and not while it is unknown", () => {
    assert.deepEqual([0, 999, 1000, undefined].map(isLow), [true, true, false, false]);
  });

  it("is in words, with numbers as the language writes them", () => {
    assert.deepEqual([0, 1, 12_345].map(balanceInWords), ["0 tokens", "1 token", "12,345 tokens"]);
    useMessages({ "{0} tokens": "{0} Token" }, "de");
    try {
      assert.equal(balanceInWords(12_345), "12.345 Token");
    } finally {
      useMessages({});
    }
  });
});
