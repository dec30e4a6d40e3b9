import assert from "node:assert/strict";
import {
  columnSettingsOf,
  comparisonOf,
  isUnanswered,
} from "../../../../../src/features/compare/core/comparisonColumns";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import { done, scope, turn } from "../../conversation/core/savedTurns";

const question = { typed: "Why?", expertId: 1 };
const hot = (id: string, temperature: number, typed = "Why?") =>
  turn(id, done(id), {
    question: { ...question, typed },
    sent: { endpoint: "invoke_agent", body: { expert_id: 2, input_data: typed, temperature } },
    asked: { expertId: 2, expertName: "Two", hubScope: scope, builtIn: false },
    beside: "1",
  });

describe("a comparison", () => {
  it("has a column for each way to ask, in the order in which they were asked, with the newest answer", () => {
    const conversation = new Conversation();
    conversation.put(turn("1", done("1"), { question }));
    for (const one of [hot("2", 0.5), hot("3", 1), hot("4", 0.5)]) conversation.put(one);
    const { main, columns } = comparisonOf(conversation, "3")!;
    assert.equal(main.id, "1");
    assert.deepEqual(
      columns.map(({ settings, turn: shown }) => [
        settings.expertId,
        settings.temperature,
        shown.id,
      ]),
      [
        [1, undefined, "1"],
        [2, 0.5, "4"],
        [2, 1, "3"],
      ],
    );
  });

  it("leaves out other questions, which earlier versions asked beside a turn", () => {
    const conversation = new Conversation();
    conversation.put(turn("1", done("1"), { question }));
    for (const one of [hot("2", 0.5, "How?"), hot("3", 1)]) conversation.put(one);
    const { columns } = comparisonOf(conversation, "2")!;
    assert.deepEqual(
      columns.map(({ turn: shown }) => shown.id),
      ["1", "3"],
    );
  });

  it("keeps its columns where they are, whichever answer the conversation continues with", () => {
    const conversation = new Conversation();
    conversation.put(turn("1", done("1"), { question }));
    for (const one of [hot("2", 0.5), hot("3", 1)]) conversation.put(one);
    const shown = () => {
      const { main, columns } = comparisonOf(conversation, conversation.turns[0]!.id)!;
      return columns.map(({ turn: { id } }) => (id === main.id ? `*${id}` : id));
    };
    assert.deepEqual(shown(), ["*1", "2", "3"]);
    conversation.continueWith("3");
    assert.deepEqual(shown(), ["1", "2", "*3"]);
    // The chat asks its question again, at its end.
    const { beside: _, ...asked } = hot("4", 1);
    conversation.put(asked);
    conversation.remove("3", "4");
    conversation.continueWith("2");
    assert.deepEqual(shown(), ["1", "*2", "4"]);
    const [id] = conversation.turns.map((one) => one.id);
    const again = new Conversation({ id: "again", changes: conversation.changes });
    assert.deepEqual(
      again.compared(id!).map((one) => one.id),
      ["1", "2", "4"],
    );
  });

  it("has at most four columns, that of the conversation among them, whatever two windows asked", () => {
    const conversation = new Conversation();
    conversation.put(turn("1", done("1"), { question }));
    for (const at of [2, 3, 4, 5, 6]) conversation.put(hot(`${at}`, at / 10));
    conversation.continueWith("6");
    const { columns } = comparisonOf(conversation, "6")!;
    assert.deepEqual(
      columns.map(({ turn: { id } }) => id),
      ["1", "2", "3", "6"],
    );
  });

  it("shows with the star what the conversation has, though the same was asked beside it", () => {
    const conversation = new Conversation();
    conversation.put(turn("1", done("1"), { question }));
    conversation.put(turn("2", done("2"), { question, beside: "1" }));
    const { main, columns } = comparisonOf(conversation, "1")!;
    assert.deepEqual([columns.length, columns[0]?.turn], [1, main]);
  });

  it("does not exist without its turn", () => {
    assert.equal(comparisonOf(new Conversation(), "1"), undefined);
  });
});

describe("the settings of a column", () => {
  const asked = { expertId: 2, expertName: "Two", hubScope: scope, builtIn: false };
  const sentAs = (endpoint: string, body: object) =>
    columnSettingsOf(turn("1", done("1"), { question, asked, sent: { endpoint, body } as never }));

  it("are what was sent, and the expert that was asked where the request names none", () => {
    const body = { expert_id: 1, ability_id: 3, model_id: 4, temperature: 0 };
    const settings = { hubScope: scope, modelId: 4, temperature: 0 };
    assert.deepEqual(sentAs("invoke_agent", body), {
      ...settings,
      expertId: 1,
      abilityId: 3,
      mode: "agent",
    });
    const { expert_id: _, ...withoutExpert } = body;
    assert.deepEqual(sentAs("invoke_llm", withoutExpert), {
      ...settings,
      expertId: 2,
      abilityId: undefined,
      mode: "model",
    });
  });
});

describe("a turn without an answer", () => {
  it("is one that failed or was stopped, not one that is waited for", () => {
    const states = ["waiting", "done", "failed", "stopped"];
    assert.deepEqual(
      states.filter((state) => isUnanswered(turn("1", { state } as never))),
      ["failed", "stopped"],
    );
  });
});
