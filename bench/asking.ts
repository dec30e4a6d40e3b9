import type { Conversation } from "../src/features/conversation/core/conversation";
import type { Turn } from "../src/features/conversation/core/turn";
import { turnView } from "../src/features/chat/editor/turnView";
import { decodeAgentAnswer, withoutRepeated } from "../src/contract/decode";
import type { TurnView } from "../src/page/protocol/views";
import { scope, turn } from "../test/unit/features/conversation/core/savedTurns";

const settings = { historyTurns: 20, roles: { user: "user", assistant: "assistant" } };

/** Asks as a window does, of a hub that repeats the conversation; returns the bytes of the question. */
export function ask(conversation: Conversation, id: string, input: string, output: string): number {
  const sent = conversation.history(scope, settings);
  const body = { expert_id: 1, input_data: input, conversation_history: sent };
  const exchange = [
    { role: "user", content: input },
    { role: "assistant", content: output },
  ];
  // What arrives from a hub consists of new strings.
  const raw = JSON.parse(
    JSON.stringify({ input, chat_history: [...sent, ...exchange], output, intermediate_steps: [] }),
  ) as unknown;
  conversation.put(
    turn(
      id,
      { state: "waiting" },
      { question: { typed: input, expertId: 1 }, sent: { endpoint: "invoke_agent", body } },
    ),
  );
  const received = {
    value: decodeAgentAnswer(raw),
    raw: withoutRepeated(raw),
    bytes: 1,
    elapsedMs: 1,
  };
  conversation.settle(id, { state: "done", received });
  conversation.cost(id, 7);
  return JSON.stringify(body).length;
}

/** The turn as the extension sends it to the page. */
export function viewOf(asked: Turn): TurnView {
  return turnView(asked, {
    target: undefined,
    hubScope: scope,
    isListed: true,
  });
}
