import assert from "node:assert/strict";
import { savedExpertOf, savedExpertTools } from "../../../../../src/features/agents/core/mcpTools";
import type { SavedExpert } from "../../../../../src/features/experts/core/roster";

const saved = (id: number, expert: object = {}) =>
  ({
    id,
    expert: { id, abilities: [], expert_llm_models: [], ...expert },
  }) as unknown as SavedExpert;

describe("saved experts as tools", () => {
  it("have names that clients accept, and that lead back to the expert", () => {
    const names = ["Engineer's Calculator", "Éva Müller", "李明", "", "x".repeat(100)];
    const list = names.map((name, at) => saved(at + 1, { name }));
    const tools = savedExpertTools({ list });
    assert.deepEqual(
      tools.slice(0, 4).map(({ name }) => name),
      ["expert_1_engineer_s_calculator", "expert_2_eva_muller", "expert_3", "expert_4"],
    );
    for (const [at, { name }] of tools.entries()) {
      assert.match(name, /^[a-z0-9_]{1,64}$/);
      assert.equal(savedExpertOf(name), at + 1);
    }
    assert.deepEqual([savedExpertOf("expert_1_renamed"), savedExpertOf("expert_12")], [1, 12]);
    for (const other of ["expert_", "expert_1x", "xexpert_1", "expertHub_askExpert"])
      assert.equal(savedExpertOf(other), undefined, other);
  });

  it("say what the expert does in one line, however much the hub sends", () => {
    const [tool] = savedExpertTools({
      list: [
        saved(7, {
          name: "Seven\nof nine",
          profession: "Counts",
          description: "y".repeat(5_000),
          abilities: [{ id: 3, name: "Three" }],
        }),
      ],
    });
    assert.match(
      tool!.description,
      /^Ask the expert "Seven of nine"\. Counts\. y{300}… The question/,
    );
    assert.match(JSON.stringify(tool!.inputSchema), /one of the abilities: Three\./);
  });

  it("say nothing of what the hub does not say", () => {
    const end = "The question has to contain everything that the expert needs to know.";
    for (const [expert, said] of [
      [{}, ""],
      [{ profession: "", description: null }, ""],
      [{ profession: "Counts" }, "Counts. "],
      [{ description: "Adds!" }, "Adds! "],
      [{ profession: "Counts…", description: "Adds" }, "Counts… Adds. "],
      [{ profession: "Counts. Adds" }, "Counts. Adds. "],
    ] as const)
      assert.equal(
        savedExpertTools({ list: [saved(7, { name: "Seven", ...expert })] })[0]?.description,
        `Ask the expert Seven. ${said}${end}`,
      );
    assert.deepEqual(
      savedExpertTools({ list: [{ id: 7, fetchedAt: 0 }] }).map(({ name, title }) => [name, title]),
      [["expert_7", "Expert 7"]],
    );
  });

  it("offers fifty saved experts as tools at most", () => {
    const list = Array.from({ length: 60 }, (_, at) => saved(at + 1));
    assert.equal(savedExpertTools({ list }).length, 50);
  });
});
