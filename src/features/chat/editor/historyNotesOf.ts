import type { Conversation } from "../../conversation/core/conversation";
import type { Turn } from "../../conversation/core/turn";
import { differencesOf } from "../../conversation/core/historyNotes";
import type { Settings } from "../../../platform/core/ports";
import { inputData } from "../../conversation/core/inputData";
import { sentQuestion } from "../../conversation/core/omitted";

/** How the history returned with an answer differs from what was sent and from our own transcript. */
export function historyNotesOf(
  turn: Turn,
  { turns }: Conversation,
  roles: Settings["roles"],
): string[] {
  const { id, asked, sent, result } = turn;
  if (result.state !== "done" || sent.endpoint !== "invoke_agent") return [];
  const { chat_history: returned, output } = result.received.value;
  if (!returned?.length) return [];
  const exchange = (input: string, answer: string) => [
    { role: roles.user, content: input },
    { role: roles.assistant, content: answer },
  ];
  return differencesOf({
    returned,
    sent: sent.body.conversation_history ?? [],
    exchange: exchange(inputData(sentQuestion(turn)), output),
    earlier: () =>
      sent.body.session_id === undefined
        ? []
        : turns
            .slice(
              0,
              turns.findIndex((other) => other.id === id),
            )
            .filter((other) => other.asked.hubScope === asked.hubScope)
            .flatMap((other) =>
              other.result.state === "done"
                ? exchange(inputData(sentQuestion(other)), other.result.received.value.output)
                : [],
            ),
  });
}
