import assert from "node:assert/strict";
import { HubError } from "../../../../../src/contract/errors";
import {
  modelChosenSince,
  questionAgain,
} from "../../../../../src/features/asking/core/preparedQuestion";
import type { Roster } from "../../../../../src/features/experts/core/roster";
import { turn } from "../../conversation/core/savedTurns";

const model = 5_000_000_000;
const rosterWith = (modelId: number | undefined) =>
  ({ get: () => ({ id: 1, ...(modelId !== undefined && { modelId }) }) }) as unknown as Roster;

function failed(status = 501, isAboutModel = true, modelId?: number) {
  const error = new HubError("server", "No.", {
    status,
    hubMessage: "No model.",
    ...(isAboutModel && { about: "model" }),
  });
  const { asked } = turn("1", { state: "stopped" });
  const who = { ...asked, ...(modelId !== undefined && { modelId }) };
  return turn("1", { state: "failed", error }, { asked: who });
}

describe("a question that is asked again", () => {
  it("goes to the language model that was chosen since the hub had none", () => {
    const { question } = failed();
    assert.deepEqual(questionAgain(failed(), rosterWith(model)), { ...question, modelId: model });
    const other = { modelId: model + 1 };
    assert.deepEqual(questionAgain(failed(), rosterWith(model), other), { ...question, ...other });
  });

  it("goes where it went before in any other case", () => {
    for (const [before, chosen] of [
      [failed(502), model],
      [failed(501, false), model],
      [failed(501, true, model), model + 1],
      [failed(501, true, 1), model],
      [failed(), undefined],
      [turn("1", { state: "stopped" }), model],
    ] as const) {
      assert.equal(modelChosenSince(before, rosterWith(chosen)), undefined);
      assert.deepEqual(questionAgain(before, rosterWith(chosen)), before.question);
    }
  });
});
