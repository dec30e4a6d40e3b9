import assert from "node:assert/strict";
import {
  followUpsOf,
  questionsAboutOpen,
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
    assert.equal(cut?.text, `${"y".repeat(139)}…`);
  });
});

const of = (...given: Parameters<typeof questionsAboutOpen>): string[] =>
  questionsAboutOpen(...given).map(({ text, attaches = false }) => (attaches ? `+ ${text}` : text));

describe("questions about what is open", () => {
  const file = { name: "cart.ts", text: "export async function totalOf() {}\nconst later = 1;" };
  const asked = { hasModel: true, searches: false };
  const searched = { hasModel: false, searches: true };
  const both = { hasModel: true, searches: true };

  it("are about the selection, a name of the file, and the file", () => {
    const about = { label: "cart.ts:12–18", isAttached: false };
    const does = "What does cart.ts:12–18 do?";
    const used = "Where is totalOf used?";
    const works = "How does cart.ts work?";
    assert.deepEqual(of({ about, file, folder: "shop" }, both), [`+ ${does}`, used, works]);
    assert.deepEqual(of({ about: { ...about, isAttached: true }, file }, both), [
      does,
      used,
      works,
    ]);
    assert.deepEqual(of({ about: { label: "cart.ts", isAttached: false }, file }, both), [
      "+ What does cart.ts do?",
      used,
      "+ Is there a mistake in cart.ts?",
    ]);
  });

  it("name no file that is not sent where nothing searches the folder", () => {
    const about = { label: "cart.ts", isAttached: false };
    assert.deepEqual(of({ about, file, folder: "shop" }, asked), [
      "+ What does cart.ts do?",
      "+ Is there a mistake in cart.ts?",
      "+ What should be tested in cart.ts?",
    ]);
    assert.deepEqual(of({ folder: "shop" }, asked), []);
  });

  it("are what a search can answer where there is no model", () => {
    const about = { label: "cart.ts", isAttached: false };
    for (const text of ["class totalOf:\n  pass", "fn totalOf() {}"])
      assert.deepEqual(of({ about, file: { ...file, text }, folder: "shop" }, searched), [
        "Where is totalOf used?",
        "How does cart.ts work?",
        "What does shop do?",
      ]);
    const two = { ...file, text: "class totalOf {}\nfunction totalOf() {}\nclass Basket {}" };
    assert.deepEqual(of({ file: two }, searched), [
      "Where is totalOf used?",
      "How does cart.ts work?",
      "Where is Basket used?",
    ]);
    for (const text of ["", "let x = 1;\n  const inner = 2;", "const a = 1;"])
      assert.deepEqual(of({ about, file: { ...file, text } }, searched), [
        "How does cart.ts work?",
      ]);
    assert.deepEqual(of({ folder: "shop" }, searched), ["What does shop do?"]);
    assert.deepEqual(of({}, searched), []);
  });
});

describe("the questions to go on with", () => {
  it("are the examples of abilities, two at most, without the one that just answered", () => {
    const abilities = ["Outline", "Search", "", "Compute"].map((name, index) =>
      ability(index + 1, name, `Does it. Example: Question ${index + 1}?`),
    );
    const first = { abilityId: 1, name: "Question 1?" };
    const third = { abilityId: 3, name: "Question 3?" };
    assert.deepEqual(followUpsOf(abilities, 2), [first, third]);
    assert.deepEqual(followUpsOf(abilities.slice(1, 2), 2), []);
    const named = ability(5, "Encode", "Encodes.");
    assert.deepEqual(followUpsOf([named, abilities[0]!], undefined), [first]);
  });
});
