import assert from "node:assert/strict";
import { expertModels } from "../../../../../../src/features/agents/core/expertModels";
import {
  resolveExpert,
  type ResolveExpertParts,
} from "../../../../../../src/features/agents/editor/participant/resolveExpert";
import type { SavedExpert } from "../../../../../../src/features/experts/core/roster";
import { modelVendor } from "../../../../../../src/platform/editor/manifest";

const list: SavedExpert[] = [7, 8, 9].map((id) => ({ id }));

const parts = {
  connection: { hub: { scope: "https://hub.example" } },
  setup: { next: async () => undefined },
  roster: { list, get: (id: number) => list.find((one) => one.id === id), current: list[0] },
} as unknown as ResolveExpertParts;

/** Whom a message reaches while this model is selected, after a response that noted `last`. */
async function reached(
  model: { vendor: string; id: string } | undefined,
  last: Parameters<typeof resolveExpert>[1] = {},
): Promise<number> {
  const request = { prompt: "Why?", model } as unknown as Parameters<typeof resolveExpert>[0];
  return (await resolveExpert(request, last, parts)).expert.id;
}

describe("the expert that a message of a chat reaches", () => {
  let models: { vendor: string; id: string }[];
  before(async () => {
    models = (await expertModels(parts)).map(({ id }) => ({ vendor: modelVendor, id }));
  });

  it("is the current one, whatever language model VS Code selects for the first message", async () => {
    assert.equal(await reached(models[1]), 7);
    assert.equal(await reached(models[1], { selectedModel: models[1]!.id }), 7);
    assert.equal(await reached(models[1], { expertId: 9, selectedModel: models[1]!.id }), 7);
  });

  it("is the one that was selected as language model since the last response", async () => {
    const last = { expertId: 9, isChosen: true, selectedModel: models[2]!.id };
    assert.equal(await reached(models[1], last), 8);
  });

  it("is the one that was chosen in the chat while the same language model is selected", async () => {
    const last = { expertId: 9, isChosen: true, selectedModel: models[1]!.id };
    assert.equal(await reached(models[1], last), 9);
  });

  it("is that of the chat, or the current one, with a language model of others", async () => {
    const other = { ...models[1]!, vendor: "other" };
    assert.equal(await reached(other, { expertId: 9, isChosen: true }), 9);
    assert.equal(await reached(other), 7);
    assert.equal(await reached(undefined, { expertId: 10, isChosen: true }), 7);
  });
});
