import assert from "node:assert/strict";
import type { Roster } from "../../../../../src/features/experts/core/roster";
import { modelIdOf, type ModelChoice } from "../../../../../src/features/models/core/modelChoice";
import { useForExperts } from "../../../../../src/features/models/editor/useForExperts";
import { until } from "../../../../support/until";

const saving = () => new Promise<void>(() => undefined);

describe("a language model that was chosen", () => {
  it("Q2 holds as soon as the experts know it, while that is being saved", async () => {
    const model: ModelChoice = { kind: "address", address: "http://127.0.0.1:1", identifier: "m" };
    const chosen: unknown[] = [];
    const roster: Pick<Roster, "list" | "refresh" | "markSeen" | "choose"> = {
      list: [{ id: 1 }, { id: 2 }],
      refresh: async () => undefined,
      markSeen: saving,
      choose: (...args) => {
        chosen.push(args);
        return saving();
      },
    };
    void useForExperts(model, roster as Roster);
    await until("they are chosen", () => chosen.length === 2);
    assert.deepEqual(chosen, [
      [1, { modelId: modelIdOf(model) }],
      [2, { modelId: modelIdOf(model) }],
    ]);
  });
});
