import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suggestionsOf } from "../../../../src/features/experts/core/suggestions";
import { exactAbilities, readingsOf } from "../../../../src/builtInHub/exact/exactAbilities";
import { experts } from "../../../../src/builtInHub/experts/catalog";
import { formsTable } from "./formsTable";
import { hubWithFolder, inputOf } from "./hubAnswers";

const now = new Date("2026-11-23T10:00:00Z");
const examples = exactAbilities.flatMap((ability) =>
  ability.examples.map((example) => ({ ability, example })),
);

describe("the table of forms", () => {
  const { ask } = hubWithFolder();

  for (const { ability, example } of examples)
    it(`X1 answers ${JSON.stringify(inputOf(example))}`, async () => {
      const { isAnswer, text } = await ask(inputOf(example), { model_id: 1 });
      assert.ok(isAnswer, text);
      assert.ok(text.includes(example.answer), text);
      assert.ok(text.includes(`*Answered by ${ability.name()}, without`), text);
    });

  it("X1 gives each example to one ability", () => {
    for (const { ability, example } of examples) {
      const names = readingsOf(inputOf(example), now).map((each) => each.ability.name());
      assert.deepEqual(names, [ability.name()], inputOf(example));
    }
  });

  it("X1 answers every question that an empty chat suggests", async () => {
    for (const { record } of experts()) {
      const suggestions = suggestionsOf(record.abilities);
      assert.ok(suggestions.length > 0);
      for (const suggestion of suggestions) {
        const { isAnswer, text } = await ask(suggestion);
        assert.ok(isAnswer, `${suggestion}: ${text}`);
      }
    }
  });

  it("X1 is the one in the documentation", () => {
    const text = readFileSync("docs/built-in-hub.md", "utf8");
    const [, shown = ""] = /<!-- forms -->\n([^]*?)\n<!-- end of forms -->/.exec(text) ?? [];
    assert.equal(shown.trim(), formsTable(exactAbilities));
  });

  it("X2 refuses an example in another language's code fence, with the nearest form", async () => {
    const { isAnswer, text } = await ask("sort lines\n\n```typescript\nb\na\n```");
    assert.equal(isAnswer, false);
    assert.match(text, /^This question needs a language model, and none is chosen\. /);
    assert.match(text, /this form is answered: sort lines: …$/);
  });

  it("X2 never runs the form that it names", async () => {
    const { isAnswer, text } = await ask("what is 15% of 80 and then add 5");
    assert.equal(isAnswer, false);
    assert.ok(text.endsWith("15% of 249.99"), text);
    assert.ok(!text.includes("37"), text);
  });
});
