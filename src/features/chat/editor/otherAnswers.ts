import type { OtherAnswerView } from "../../../page/protocol/otherAnswerView";
import type { Conversation } from "../../conversation/core/conversation";
import { hasSameContent } from "../../conversation/core/question";
import type { Turn } from "../../conversation/core/turn";

/** What stands beside a turn, by what was sent, and what was asked before in its place. */
export function otherAnswersOf(
  turn: Turn,
  conversation: Conversation,
  otherHub: (turn: Turn) => string | undefined,
): OtherAnswerView[] {
  const isSame = ({ question }: Turn) => hasSameContent(question, turn.question);
  return [...conversation.beside(turn.id).filter(isSame), ...asideFor(turn, conversation)].map(
    (other): OtherAnswerView => {
      const { asked, sent, result } = other;
      const hub = otherHub(other);
      return {
        turnId: other.id,
        ...(other.aside !== undefined && { question: questionOf(other) }),
        expertName: asked.expertName,
        ...(asked.abilityName !== undefined && { abilityName: asked.abilityName }),
        ...(asked.modelName !== undefined && { modelName: asked.modelName }),
        ...(sent.body.temperature !== undefined && { temperature: sent.body.temperature }),
        modelOnly: sent.endpoint === "invoke_llm",
        ...(hub !== undefined && { otherHub: hub }),
        state: result.state,
        ...(result.state === "done" && { elapsedMs: result.received.elapsedMs }),
      };
    },
  );
}

/** Also what was edited more than once. */
function asideFor({ id }: Turn, conversation: Conversation): readonly Turn[] {
  return conversation.asideFor(id).flatMap((turn) => [turn, ...asideFor(turn, conversation)]);
}

const questionOf = ({ question: { typed, attachments = [] } }: Turn): string =>
  typed.trim() || (attachments[0]?.label ?? "");
