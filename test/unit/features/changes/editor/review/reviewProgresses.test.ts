import assert from "node:assert/strict";
import {
  ReviewProgresses,
  type Reviewed,
} from "../../../../../../src/features/changes/editor/review/reviewProgresses";
import type { ReviewProgress } from "../../../../../../src/features/changes/editor/review/reviewRequest";

const progress = (state: ReviewProgress["state"], refusals: ReviewProgress["refusals"] = []) => ({
  state,
  files: 1,
  kept: 1,
  all: 2,
  edited: 0,
  refusals,
});

describe("how far the reviews of answers have come", () => {
  let progresses: ReviewProgresses;
  let heard: Reviewed[];
  beforeEach(() => {
    progresses = new ReviewProgresses();
    heard = [];
    progresses.onDidChange((one) => heard.push(one));
  });

  it("is known of each answer, with each reason once", () => {
    const refusal = { path: "a.ts", why: (file: string) => `No ${file}.` };
    progresses.set("c", "t", progress("open", [refusal, refusal, { ...refusal, path: "b.ts" }]));
    const review = { ...progress("open"), notPlaced: ["No a.ts.", "No b.ts."] };
    assert.deepEqual({ ...progresses.get("c", "t"), refusals: [] }, review);
    assert.equal(progresses.get("c", "other"), undefined);
    assert.deepEqual(
      heard.map(({ conversationId, turnId, review: { state } }) => [conversationId, turnId, state]),
      [["c", "t", "open"]],
    );
  });

  it("follows what is undone and redone, once something was applied", () => {
    const follow = (canUndo: boolean) =>
      progresses.followUndo({ conversationId: "c", turnId: "t", canUndo });
    const state = () => progresses.get("c", "t")?.state;
    for (const canUndo of [true, false]) follow(canUndo);
    for (const open of ["open", "discarded"] as const) {
      progresses.set("c", "t", progress(open));
      for (const canUndo of [true, false]) follow(canUndo);
      assert.equal(state(), open);
    }
    progresses.set("c", "t", progress("applied"));
    heard.length = 0;
    const states = [true, false, false, true].map((canUndo) => {
      follow(canUndo);
      return state();
    });
    assert.deepEqual(states, ["applied", "undone", "undone", "applied"]);
    assert.deepEqual(
      heard.map(({ turnId, review }) => [turnId, review.state]),
      [
        ["t", "undone"],
        ["t", "applied"],
      ],
    );
  });

  it("is kept of the last 200 answers", () => {
    const ids = Array.from({ length: 201 }, (_, at) => String(at));
    for (const id of ids.slice(0, 200)) progresses.set("c", id, progress("open"));
    assert.ok(progresses.get("c", "0"));
    progresses.set("c", "0", progress("applied"));
    progresses.set("c", "200", progress("open"));
    assert.deepEqual(
      ids.filter((id) => !progresses.get("c", id)),
      ["1"],
    );
  });
});
