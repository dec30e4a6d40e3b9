import assert from "node:assert/strict";
import {
  followUpsOf,
  questionAboutFolder,
  questionsAbout,
  suggestionsOf,
} from "../../../../../src/features/experts/core/suggestions";
import type { Ability } from "../../../../../src/contract/types";

const ability = (id: number, name: string, text: string): Ability => ({
  id,
  name,
  text,
});

describe("the questions that a chat begins with", () => {
  it("are the examples of abilities before the names of others, three in all", () => {
    const abilities = [
      ability(1, "Outline", "Lists functions."),
      ability(2, "Search", "Searches the folder. Example: List all TODOs"),
      ability(3, "", "For Example: this one has\nno end."),
      ability(4, "Compute", "Computes. Example: How much is 17 % of 4230?"),
      ability(5, "Encode", "Encodes."),
    ];
    assert.deepEqual(suggestionsOf(abilities), [
      { abilityId: 2, text: "List all TODOs" },
      { abilityId: 4, text: "How much is 17 % of 4230?" },
      { abilityId: 1, text: "Outline" },
    ]);
    assert.deepEqual(suggestionsOf(abilities.slice(2, 3)), [{ abilityId: 3, text: "Ability 3" }]);
    assert.deepEqual(suggestionsOf([]), []);
  });

  it("are cut to a length that fits a button", () => {
    const [cut] = suggestionsOf([ability(1, "x", `Example: ${"y".repeat(300)}`)]);
    assert.equal(cut?.text, "y".repeat(140));
  });
});

describe("questions about the open file", () => {
  it("are where its first name is used, and how it works", () => {
    const works = "How does cart.ts work?";
    for (const text of [
      "import x from 'y';\nexport async function totalOf() {}\nconst later = 1;",
      "class totalOf:\n  pass",
      "pub fn totalOf() {}".slice(4),
    ])
      assert.deepEqual(questionsAbout("cart.ts", text), ["Where is totalOf used?", works], text);
    for (const text of ["", "let x = 1;\n  const inner = 2;", "const a = 1;"])
      assert.deepEqual(questionsAbout("cart.ts", text), [works], text);
  });
});

describe("the question about a folder in which no file is open", () => {
  it("is what it does, which its documentation says", () => {
    assert.equal(questionAboutFolder("shop"), "What does shop do?");
  });
});

describe("the abilities to go on with", () => {
  it("are three at most, in the expert's order, without the one that just answered", () => {
    const abilities = ["Outline", "Search", "", "Compute", "Encode"].map((name, index) =>
      ability(index + 1, name, "Example: no matter"),
    );
    assert.deepEqual(followUpsOf(abilities, 2), [
      { abilityId: 1, name: "Outline" },
      { abilityId: 3, name: "Ability 3" },
      { abilityId: 4, name: "Compute" },
    ]);
    assert.deepEqual(followUpsOf(abilities.slice(0, 2), undefined), [
      { abilityId: 1, name: "Outline" },
      { abilityId: 2, name: "Search" },
    ]);
    assert.deepEqual(followUpsOf(abilities.slice(1, 2), 2), []);
  });
});
