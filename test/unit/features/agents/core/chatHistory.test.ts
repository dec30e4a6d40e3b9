import assert from "node:assert/strict";
import {
  continuation,
  type Exchange,
} from "../../../../../src/features/agents/core/outsideMessages";
import { done, turn } from "../../conversation/core/savedTurns";

const exchange = (turnId: string, conversationId = "c"): Exchange => ({
  prompt: `question ${turnId}`,
  answer: `answer ${turnId}`,
  conversationId,
  turnId,
});
const words = ({ earlier = [] }: ReturnType<typeof continuation>) =>
  earlier.map(({ from, text }) => `${from}: ${text}`);
const [first, second] = [turn("1", done("one")), turn("2", done("two"))];

describe("a chat of VS Code that goes on", () => {
  it("begins a conversation if nothing was answered yet", () => {
    assert.deepEqual(continuation([], undefined), {});
  });

  it("continues the conversation that has what the chat shows", () => {
    const failed = turn("3", { state: "stopped" });
    assert.deepEqual(continuation([exchange("1"), exchange("2")], [first, second, failed]), {
      conversationId: "c",
    });
  });

  it("continues no conversation with questions that the chat does not show", () => {
    const taken = continuation([exchange("1")], [first, second]);
    assert.equal(taken.conversationId, undefined);
    assert.deepEqual(words(taken), ["user: question 1", "assistant: answer 1"]);
    const edited = continuation([exchange("1"), exchange("9")], [first, second]);
    assert.equal(edited.conversationId, undefined);
    assert.equal(words(edited).length, 4);
  });

  it("sends what the chat shows if the conversation was deleted", () => {
    const { conversationId, ...rest } = continuation([exchange("1"), exchange("2")], undefined);
    assert.equal(conversationId, undefined);
    assert.equal(words(rest).length, 4);
  });

  it("sends what an earlier conversation had along with the one that goes on", () => {
    const both = continuation(
      [exchange("0", "deleted"), exchange("1"), exchange("2")],
      [first, second],
    );
    assert.equal(both.conversationId, "c");
    assert.equal(words(both).length, 6);
  });
});
