import assert from "node:assert/strict";
import { questionsUpTo } from "../../../../../src/features/changes/core/questionsUpTo";
import { done, turn } from "../../conversation/core/savedTurns";

describe("the questions up to an answer", () => {
  it("are its own and those before it, the newest first", () => {
    const turns = ["1", "2", "3"].map((id) => turn(id, done(id)));
    const before = (one: (typeof turns)[number]) => questionsUpTo(one, turns).map(({ id }) => id);
    assert.deepEqual(before(turns[0]!), ["1"]);
    assert.deepEqual(before(turns[2]!), ["3", "2", "1"]);
    assert.deepEqual(before(turn("4", done("4"), { beside: "2" })), ["4", "1"]);
    assert.deepEqual(before(turn("4", done("4"))), ["4", "3", "2", "1"]);
  });
});
