import assert from "node:assert/strict";
import type { QuestionToAsk } from "../../../../../src/features/asking/core/preparedQuestion";
import {
  type ColumnChoice,
  columnQuestion,
  columnQuestionAgain,
  isSameChoice,
  rememberChoices,
  rememberedChoices,
} from "../../../../../src/features/compare/core/choices";
import type { Column } from "../../../../../src/features/compare/core/comparisonColumns";
import type { HubAccount } from "../../../../../src/features/connection/core/hub";
import { done, turn } from "../../conversation/core/savedTurns";
import { TestStore } from "../../../support/appFixture";

const at = { hub: { scope: "a" }, baseUrl: "https://a.example", account: 0 } as HubAccount;
const first = { hubScope: "a", question: { typed: "Why?", expertId: 1 } as QuestionToAsk };
const none = { at: () => ({}) as never };

/** The question of another column, as the settings of an expert say it for `b 2`. */
const asColumn = (choice: ColumnChoice, question: object = {}): QuestionToAsk =>
  columnQuestion(choice, {
    first: { hubScope: "a", question: { ...first.question, ...question } },
    at,
    options: { at: (scope, id) => ({ tools: { [`${scope} ${id}`]: true } }) as never },
  });

describe("the question of another column", () => {
  const same = { hubScope: "a", expertId: 1 };
  const set = { abilityId: 3, modelId: 4, temperature: 0 };

  it("keeps what was asked of the same expert, but for what the column sets", () => {
    const question = { abilityId: 8, modelId: 9, temperature: 0.7, caller: "tool", by: "ask" };
    const { typed, expertId } = first.question;
    const again = { typed, expertId, at, isAgain: true, by: "ask" };
    assert.deepEqual(asColumn(same, question), { ...again, temperature: 0.7 });
    assert.deepEqual(asColumn({ ...same, ...set }, question), { ...again, ...set });
  });

  it("has the options of another expert, or of the same number at another hub", () => {
    const question = { attachments: [], earlier: [], temperature: 0.7, caller: "tool" };
    const asked = { typed: "Why?", attachments: [], earlier: [], at };
    for (const [hubScope, expertId] of [
      ["a", 2],
      ["b", 1],
    ] as const) {
      const choice = { hubScope, expertId };
      const tools = { [`${hubScope} ${expertId}`]: true };
      assert.deepEqual(asColumn(choice, question), { ...asked, expertId, tools });
      assert.deepEqual(asColumn({ ...choice, ...set }, question), {
        ...asked,
        expertId,
        tools,
        ...set,
      });
    }
    assert.deepEqual(columnQuestion({ hubScope: "b", expertId: 1 }, { first, at, options: none }), {
      typed: "Why?",
      expertId: 1,
      at,
    });
  });

  it("takes the place of the answer when it is asked again, in the same settings", () => {
    const question = { typed: "Why?", expertId: 1, caller: "tool", temperature: 0.7 } as const;
    const column = (temperature?: number) =>
      ({
        settings: { temperature },
        turn: turn("1", done("1"), { question }),
      }) as unknown as Column;
    const again = { typed: "Why?", expertId: 1, at, isAgain: true, replacing: "1" };
    assert.deepEqual(columnQuestionAgain(column(), at), { ...again, temperature: 0.7 });
    assert.deepEqual(columnQuestionAgain(column(0), at), { ...again, temperature: 0 });
  });
});

describe("the columns that were picked last", () => {
  it("are remembered for each hub, without what is malformed", async () => {
    const store = new TestStore();
    const choices = [
      { hubScope: "a", expertId: 1 },
      { hubScope: "b", expertId: 2, abilityId: 3, modelId: 4, temperature: 0 },
    ];
    await rememberChoices(store, "a", choices);
    assert.deepEqual(rememberedChoices(store, "a"), choices);
    assert.deepEqual(rememberedChoices(store, "b"), []);
    const broken = { hubScope: "a", expertId: 1, abilityId: "3", modelId: null, temperature: "0" };
    const stored = [null, 7, { hubScope: "a" }, { expertId: 1 }, broken];
    await store.set([...store.values.keys()][0]!, stored);
    assert.deepEqual(rememberedChoices(store, "a"), [{ hubScope: "a", expertId: 1 }]);
    await store.set([...store.values.keys()][0]!, "broken");
    assert.deepEqual(rememberedChoices(store, "a"), []);
  });

  it("are the same where all that they set is the same", () => {
    const choice = { hubScope: "a", expertId: 1, abilityId: 3, modelId: 4, temperature: 0 };
    assert.ok(isSameChoice(choice, { ...choice }));
    for (const other of [
      { hubScope: "b" },
      { expertId: 2 },
      { abilityId: 4 },
      { modelId: 5 },
      { temperature: 1 },
    ])
      assert.ok(!isSameChoice(choice, { ...choice, ...other }), JSON.stringify(other));
  });
});
