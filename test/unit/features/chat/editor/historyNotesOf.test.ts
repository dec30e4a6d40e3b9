import assert from "node:assert/strict";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import type { Turn } from "../../../../../src/features/conversation/core/turn";
import { historyNotesOf } from "../../../../../src/features/chat/editor/historyNotesOf";
import type { Message } from "../../../../../src/contract/types";
import { done, turn } from "../../conversation/core/savedTurns";

const roles = { user: "human", assistant: "ai" };
const say = (role: string, content: string): Message => ({ role, content });

/** The last turn, whose answer came with this history. */
function answered(returned: Message[], body: object, before: readonly Turn[] = []) {
  const result = done("second");
  assert.ok(result.state === "done");
  const value = { ...result.received.value, chat_history: returned };
  const last = turn(
    "9",
    { ...result, received: { ...result.received, value } },
    { sent: { endpoint: "invoke_agent", body } },
  );
  const conversation = new Conversation();
  // What comes later is no part of it.
  for (const one of [...before, last, turn("10", done("later"))]) conversation.put(one);
  return historyNotesOf(last, conversation, roles);
}

const exchange = [say("human", "question 9"), say("ai", "second")];

describe("what the hub made of the conversation", () => {
  it("is nothing where it returns what was sent, by our names for the roles", () => {
    const sent = [say("human", "one"), say("ai", "first")];
    assert.deepEqual(answered([...sent, ...exchange], { conversation_history: sent }), []);
    assert.equal(answered([sent[0]!], { conversation_history: sent }).length, 1);
  });

  it("gets earlier turns of this hub alone, and only where it knows the session", () => {
    const { asked } = turn("1", done("first"));
    const other = turn("2", done("elsewhere"), {
      asked: { ...asked, hubScope: "https://b.example" },
    });
    const unanswered = turn("3", { state: "stopped" });
    const before = [turn("1", done("first")), other, unanswered];
    const own = [say("human", "question 1"), say("ai", "first")];
    assert.deepEqual(answered([...own, ...exchange], { session_id: "s" }, before), []);
    assert.match(answered([...own, ...exchange], {}, before).join(), /added 2 messages/);
    for (const foreign of [
      [say("human", "question 2"), say("ai", "elsewhere")],
      [say("human", "question 3")],
      [say("human", "question 10"), say("ai", "later")],
    ])
      assert.match(
        answered([...foreign, ...exchange], { session_id: "s" }, before).join(),
        new RegExp(`added ${foreign.length} message`),
      );
  });

  it("is nothing for the language model alone, and without a history", () => {
    assert.deepEqual(answered([], {}), []);
    const model = turn("1", done("x"), { sent: { endpoint: "invoke_llm", body: {} } });
    assert.deepEqual(historyNotesOf(model, new Conversation(), roles), []);
    const waiting = turn("1", { state: "waiting" });
    assert.deepEqual(historyNotesOf(waiting, new Conversation(), roles), []);
  });
});
