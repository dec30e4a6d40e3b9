import type { Conversation } from "../../conversation/core/conversation";
import type { Turn } from "../../conversation/core/turn";
import { differencesOf } from "../../conversation/core/historyNotes";
import type { Settings } from "../../../platform/core/ports";
import { inputData } from "../../conversation/core/inputData";

/** How the history returned with an answer differs from what was sent and from our own transcript. */
export function historyNotesOf(
  { id, asked, question, sent, result }: Turn,
  { turns }: Conversation,
  roles: Settings["roles"],
): string[] {
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
    exchange: exchange(inputData(question), output),
    earlier: () =>
      sent.body.session_id === undefined
        ? []
        : turns
            .slice(
              0,
              turns.findIndex((turn) => turn.id === id),
            )
            .filter((turn) => turn.asked.hubScope === asked.hubScope)
            .flatMap(({ question, result }) =>
              result.state === "done"
                ? exchange(inputData(question), result.received.value.output)
                : [],
            ),
  });
}
