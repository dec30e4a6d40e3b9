import assert from "node:assert/strict";
import type { Hub } from "../../../../../src/features/connection/core/hub";
import type { SavedExpert } from "../../../../../src/features/experts/core/roster";
import {
  expertModels,
  hubMark,
  type ExpertModelsParts,
} from "../../../../../src/features/agents/core/expertModels";

const hub = { scope: "https://a.example" } as Hub;
const experts: SavedExpert[] = [
  { id: 7 },
  {
    id: 8,
    modelId: 5,
    expert: {
      id: 8,
      name: "Reviewer",
      profession: "Reviews",
      description: "Finds bugs.",
      updatedAt: "2026-01-02",
      abilities: [],
      expert_llm_models: [
        { id: 4, name: "Small", identifier: "small-1" },
        { id: 5, name: "Large", identifier: "large-1" },
      ],
    },
  },
  {
    id: 9,
    modelId: 6,
    expert: {
      id: 9,
      name: "Writer",
      profession: "Writes",
      abilities: [],
      expert_llm_models: [{ id: 4, name: "Small" }],
    },
  },
  {
    id: 10,
    modelId: 4,
    expert: { id: 10, abilities: [], expert_llm_models: [{ id: 4 }] },
  },
];

const modelsWith = (more: Partial<ExpertModelsParts> = {}) =>
  expertModels({
    connection: { hub },
    roster: { list: experts },
    setup: { next: async () => undefined },
    ...more,
  });

describe("experts as language models of VS Code", () => {
  it("are what is known of them, with the model that was chosen", async () => {
    const mark = await hubMark(hub.scope);
    assert.match(mark, /^[\w-]{8}$/);
    assert.notEqual(mark, await hubMark("https://b.example"));
    const of = (id: number, more: object) => ({
      id: `${id}-${mark}`,
      expertId: id,
      hubScope: hub.scope,
      detail: undefined,
      tooltip: undefined,
      family: "expert",
      version: "1",
      ...more,
    });
    assert.deepEqual(await modelsWith(), [
      of(7, { name: "Expert 7" }),
      of(8, {
        name: "Reviewer",
        detail: "Large",
        tooltip: "Finds bugs.",
        family: "large-1",
        version: "2026-01-02",
      }),
      of(9, { name: "Writer", tooltip: "Writes" }),
      of(10, { name: "Expert 10", detail: "Model 4" }),
    ]);
  });

  it("are none as long as something is to be set up, or that is not known", async () => {
    for (const more of [
      { setup: { next: async () => "key" } },
      { setup: { next: () => Promise.reject(new Error("locked")) } },
      { connection: { hub: undefined } },
    ] as Partial<ExpertModelsParts>[])
      assert.deepEqual(await modelsWith(more), []);
  });
});
