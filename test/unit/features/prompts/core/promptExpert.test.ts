import assert from "node:assert/strict";
import type { SavedExpert } from "../../../../../src/features/experts/core/roster";
import { expertFor } from "../../../../../src/features/prompts/core/promptExpert";

const expert = (id: number, name: string, abilities: [number, string][] = []): SavedExpert => ({
  id,
  expert: {
    id,
    name,
    abilities: abilities.map(([abilityId, text]) => ({ id: abilityId, name: text })),
    expert_llm_models: [],
  },
});

const reviewer = expert(7, "Code Reviewer", [
  [70, "Find bugs"],
  [71, "7"],
]);
const list = [expert(1, "7"), reviewer, { id: 9 }];

describe("the expert of a prompt", () => {
  it("is found by its id, else by its name in any case", () => {
    assert.deepEqual(expertFor({ expert: "7" }, list, list[0]), { expertId: 7 });
    assert.deepEqual(expertFor({ expert: "code reviewer" }, list, list[0]), { expertId: 7 });
    assert.deepEqual(expertFor({ expert: "9" }, list, list[0]), { expertId: 9 });
  });

  it("is left as it is where the prompt names none, or one that the user does not have", () => {
    assert.deepEqual(expertFor({}, list, reviewer), {});
    assert.deepEqual(expertFor({ expert: "8", ability: "Find bugs" }, list, reviewer), {
      missing: "8",
    });
  });

  it("has the ability of that name, or nothing changes", () => {
    assert.deepEqual(expertFor({ expert: "7", ability: "find BUGS" }, list, undefined), {
      expertId: 7,
      abilityId: 70,
    });
    assert.deepEqual(expertFor({ ability: "71" }, list, reviewer), { abilityId: 71 });
    assert.deepEqual(expertFor({ ability: "Sing" }, list, reviewer), {});
    assert.deepEqual(expertFor({ ability: "Find bugs" }, list, undefined), {});
    assert.deepEqual(expertFor({ expert: "9", ability: "Find bugs" }, list, reviewer), {
      expertId: 9,
    });
  });
});
