import assert from "node:assert/strict";
import { explain, explanationLine, remedyLabel } from "../../../../src/platform/core/explain";
import { setupError } from "../../../../src/features/experts/core/setup";
import { notFound } from "../../../../src/platform/core/localError";
import {
  errorKinds,
  HubError,
  type ErrorKind,
  type HubErrorDetails,
} from "../../../../src/contract/errors";
import type { Remedy } from "../../../../src/contract/vocabulary";

/** The most helpful remedy, if it is not to ask again. */
const first: Partial<Record<ErrorKind, Remedy>> = {
  "no-key": "setApiKey",
  "bad-key": "setApiKey",
  "not-found": "refreshExpert",
  redirect: "connect",
  internal: "showLog",
};

/** The sentence and the remedies for what a hub says of a language model. */
function explained(details: HubErrorDetails, model?: string): string[] {
  const error = new HubError("server", "It failed.", { about: "model", ...details });
  const { sentence, remedies } = explain(error, { model });
  return [sentence, ...remedies];
}

describe("errors explained", () => {
  for (const kind of errorKinds) {
    it(`offers what helps for ${kind}, two buttons at most`, () => {
      const { sentence, remedies } = explain(new HubError(kind, "A sentence.", { status: 400 }));
      assert.equal(sentence, "A sentence.");
      assert.ok(remedies.length <= 2);
      assert.equal(remedies[0], kind === "cancelled" ? undefined : (first[kind] ?? "retry"));
    });
  }

  it("offers no button where the request was never made: only the user can ask otherwise", () => {
    assert.deepEqual(explain(new HubError("invalid-request", "Nothing is selected.")).remedies, []);
  });

  it("M5 offers neither a refresh nor another try for an expert that is in no list", () => {
    const error = new HubError("not-found", "The hub does not know expert 7.", { status: 404 });
    assert.deepEqual(explain(error, { isListed: false }).remedies, []);
    assert.deepEqual(explain(error).remedies, ["refreshExpert", "retry"]);
    const other = new HubError("server", "It failed.", { status: 500 });
    assert.deepEqual(explain(other, { isListed: false }), explain(other));
  });

  it("offers what the place that found a problem on this computer knows to help, and nothing else", () => {
    assert.deepEqual(explain(setupError("expert")).remedies, ["addExpert"]);
    assert.deepEqual(explain(notFound("This conversation no longer exists.")).remedies, []);
  });

  it("offers a hub where none is connected, whatever failed", () => {
    const { remedies } = explain(new HubError("no-key", "A sentence."), { hasHub: false });
    assert.deepEqual(remedies, ["connect", "startBuiltInHub"]);
  });

  it("says that asking again may cost twice where the hub may have run it", () => {
    const { sentence } = explain(new HubError("timeout", "No answer.", { mayHaveRun: true }));
    assert.match(sentence, /may already have processed/);
  });

  it("C4 names the setting where the user's own deadline ended a question, and nowhere else", () => {
    const own = new HubError("timeout", "No answer.", { deadlineSeconds: 10, mayHaveRun: true });
    assert.match(explain(own).sentence, /expertHub\.timeoutSeconds/);
    assert.deepEqual(explain(own).remedies, ["retry", "openSettings"]);
    for (const details of [{ deadlineSeconds: 30 }, { mayHaveRun: true }, { status: 408 }]) {
      const { sentence, remedies } = explain(new HubError("timeout", "No answer.", details));
      assert.doesNotMatch(sentence, /expertHub/);
      assert.deepEqual(remedies, ["retry", "showLog"]);
    }
  });

  it("calls the button for a key by what it does: setting the first one, or replacing it", () => {
    const labels = (["no-key", "bad-key"] as const).map((kind) =>
      remedyLabel("setApiKey", new HubError(kind, "x")),
    );
    assert.deepEqual(labels, ["Set API Key", "Replace Key"]);
    assert.equal(remedyLabel("retry", new HubError("bad-key", "x")), "Retry");
  });

  it("says what a hub says of the language model, without a word of a charge, and what helps", () => {
    const missing = { status: 501, hubMessage: "No model.", mayHaveRun: true };
    assert.deepEqual(explained(missing), ["The hub says: No model.", "addModel"]);
    assert.deepEqual(explained(missing, "gpt-x"), [
      "There is a language model for this question now.",
      "retry",
      "addModel",
    ]);
    const failed = { status: 502, hubMessage: "No answer." };
    const ownError = new HubError("server", "It failed.", { about: "model", ...failed });
    assert.equal(explain(ownError, { isBuiltIn: true }).sentence, "No answer.");
    assert.deepEqual(explained(failed), ["The hub says: No answer.", "retry", "addModel"]);
    const refused = explained({ ...failed, code: 401 });
    assert.deepEqual(refused, ["The hub says: No answer.", "enterModelKey", "retry"]);
    for (const details of [{ status: 501 }, { status: 502, hubMessage: "" }])
      assert.deepEqual(explained(details), ["It failed.", "retry", "showLog"]);
    const other = explain(new HubError("server", "It failed.", failed));
    assert.deepEqual([other.sentence, ...other.remedies], ["It failed.", "retry", "showLog"]);
  });

  it("offers first to ask again once there is another key, of the hub or of the model", () => {
    const isMended = true;
    for (const kind of ["no-key", "bad-key"] as const) {
      const { remedies, ...rest } = explain(new HubError(kind, "No."), { isMended });
      assert.deepEqual([remedies, rest.isMended], [["retry", "setApiKey"], true]);
    }
    const details = { about: "model", status: 502, code: 401, hubMessage: "No." } as const;
    const ofModel = explain(new HubError("server", "No.", details), { isMended });
    assert.deepEqual(ofModel.remedies, ["retry", "enterModelKey"]);
    assert.doesNotMatch(ofModel.sentence, /No\./);
    const other = new HubError("timeout", "No.");
    assert.deepEqual(explain(other, { isMended }), explain(other));
  });

  it("M1 has the hub's words in one line with the sentence", () => {
    const error = new HubError("invalid-request", "It is invalid.", { hubMessage: "No input" });
    assert.equal(explanationLine(explain(error)), "It is invalid. The hub says: No input");
    assert.equal(explanationLine(explain(new HubError("server", "It failed."))), "It failed.");
  });

  it("quotes no words where the hub said none", () => {
    const explanation = explain(new HubError("server", "It failed.", { hubMessage: "" }));
    assert.equal(explanationLine(explanation), "It failed.");
    assert.equal("details" in explanation, false);
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
