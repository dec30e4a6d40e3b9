import assert from "node:assert/strict";
import { comparisonOf } from "../../../../../src/features/compare/core/comparison";
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
  it("has a column for each way to ask, that of the chat first, with the newest answer", () => {
    const conversation = new Conversation();
    conversation.put(turn("1", done("1"), { question }));
    for (const one of [hot("2", 0.5), hot("3", 1), hot("4", 0.5)]) conversation.put(one);
    const { main, columns } = comparisonOf(conversation, "3")!;
    assert.equal(main.id, "1");
    assert.deepEqual(
      columns.map(({ way, turn: shown }) => [way.expertId, way.temperature, shown.id]),
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

  it("does not exist without its turn", () => {
    assert.equal(comparisonOf(new Conversation(), "1"), undefined);
  });
});
