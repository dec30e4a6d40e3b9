import assert from "node:assert/strict";
import { HubError, type ErrorKind, type HubErrorDetails } from "../../../../../src/contract/errors";
import { ranNowhere } from "../../../../../src/features/chat/editor/ranNowhere";
import { done, turn } from "../../conversation/core/savedTurns";

const failed = (kind: ErrorKind, details: HubErrorDetails = {}) =>
  turn("1", { state: "failed", error: new HubError(kind, "No.", details) });

describe("a question that ran nowhere", () => {
  it("is one without a key or a model, unless somebody may have worked on it", () => {
    const rows: [isIt: boolean, kind: ErrorKind, details?: HubErrorDetails][] = [
      [true, "no-key"],
      [true, "bad-key"],
      [false, "bad-key", { mayHaveRun: true }],
      [false, "forbidden"],
      [false, "server", { status: 501 }],
      [true, "server", { status: 501, about: "model" }],
      [true, "server", { status: 501, about: "model", mayHaveRun: true }],
      [false, "server", { status: 502, about: "model" }],
      [false, "server", { code: 401 }],
      [true, "server", { code: 401, about: "model" }],
      [false, "server", { code: 402, about: "model" }],
      [false, "server", { code: 401, about: "model", mayHaveRun: true }],
    ];
    for (const [isIt, kind, details] of rows)
      assert.equal(ranNowhere(failed(kind, details)), isIt, JSON.stringify([kind, details]));
    assert.equal(ranNowhere(turn("1", done("x"))), false);
    assert.equal(ranNowhere({ ...failed("no-key"), beside: "2" }), false, "of a comparison");
  });
});
