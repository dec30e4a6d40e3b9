import type { OtherAnswerView } from "../../../page/protocol/otherAnswerView";
import type { Conversation } from "../../conversation/core/conversation";
import { hasSameContent } from "../../conversation/core/question";
import type { Turn } from "../../conversation/core/turn";

/** The answers to the question of this turn that stand beside it, by what was sent. */
export function otherAnswersOf(
  turn: Turn,
  conversation: Conversation,
  otherHub: (turn: Turn) => string | undefined,
): OtherAnswerView[] {
  return conversation
    .beside(turn.id)
    .filter(({ question }) => hasSameContent(question, turn.question))
    .map((other): OtherAnswerView => {
      const { asked, sent, result } = other;
      const hub = otherHub(other);
      return {
        turnId: other.id,
        expertName: asked.expertName,
        ...(asked.abilityName !== undefined && { abilityName: asked.abilityName }),
        ...(asked.modelName !== undefined && { modelName: asked.modelName }),
        ...(sent.body.temperature !== undefined && { temperature: sent.body.temperature }),
        modelOnly: sent.endpoint === "invoke_llm",
        ...(hub !== undefined && { otherHub: hub }),
        state: result.state,
        ...(result.state === "done" && { elapsedMs: result.received.elapsedMs }),
      };
    });
}
