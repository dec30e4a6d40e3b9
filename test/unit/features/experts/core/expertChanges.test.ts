import assert from "node:assert/strict";
import {
  behavesOtherwise,
  behaviourOf,
} from "../../../../../src/features/experts/core/savedExpert";
import type { Expert } from "../../../../../src/contract/types";

const expert: Expert = {
  id: 7,
  name: "Seven",
  system_message: "Be brief.",
  updatedAt: "2026-01-01",
  expert_llm_models: [{ id: 1, name: "Small", identifier: "small-1" }],
  abilities: [
    { id: 1, name: "Read", text: "Reads." },
    { id: 2, name: "Write" },
  ],
};

describe("changes of an expert", () => {
  it("are other system messages, abilities or models", () => {
    const [read, write] = expert.abilities;
    const changed: Partial<Expert>[] = [
      { system_message: "Be long." },
      { abilities: [] },
      { abilities: [{ ...read!, name: "Look" }, write!] },
      { abilities: [{ ...read!, id: 3 }, write!] },
      { abilities: [{ ...read!, text: "Reads all." }, write!] },
      { expert_llm_models: [{ id: 1, name: "Small", identifier: "small-2" }] },
    ];
    for (const change of changed)
      assert.equal(
        behavesOtherwise(expert, { ...expert, ...change }),
        true,
        JSON.stringify(change),
      );
  });

  it("are neither times, names nor another order", () => {
    const models = [...expert.expert_llm_models, { id: 2, name: "Large" }];
    const same = {
      ...expert,
      name: "Eight",
      updatedAt: "2026-02-02",
      abilities: expert.abilities.toReversed(),
      expert_llm_models: models.toReversed(),
    };
    assert.equal(behavesOtherwise({ ...expert, expert_llm_models: models }, same), false);
  });

  it("are laid side by side as text with all that counts", () => {
    const text = behaviourOf(expert);
    for (const part of ["Seven", "Be brief.", "Read (1)", "Reads.", "Write (2)", "small-1"])
      assert.ok(text.includes(part), part);
    const { system_message: _, ...silent } = expert;
    assert.match(behaviourOf(silent), /## System message\n\nNone\.\n/);
    assert.doesNotMatch(text, /None\./);
  });
});
