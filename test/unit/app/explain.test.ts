import assert from "node:assert/strict";
import { explain } from "../../../src/app/explain";
import { errorKinds, HubError } from "../../../src/hub/errors";

describe("errors explained", () => {
  for (const kind of errorKinds) {
    it(`offers what helps for ${kind}, two buttons at most`, () => {
      const { sentence, remedies } = explain(new HubError(kind, "A sentence."));
      assert.equal(sentence, "A sentence.");
      assert.ok(remedies.length <= 2);
      assert.equal(remedies.length === 0, kind === "cancelled");
    });
  }

  it("says that asking again may cost twice where the hub may have run it", () => {
    const { sentence } = explain(new HubError("timeout", "No answer.", { mayHaveRun: true }));
    assert.match(sentence, /may have run it/);
  });

  it("keeps status, code and the hub's words in the details", () => {
    const error = new HubError("server", "The hub failed.", {
      status: 503,
      code: 9,
      hubMessage: "busy",
    });
    assert.equal(explain(error).details, "HTTP status 503\nhub code 9\nthe hub says: busy");
  });
});
