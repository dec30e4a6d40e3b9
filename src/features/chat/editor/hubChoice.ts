import type { QuestionSender } from "../../asking/core/questionSender";
import type { Chat } from "../../asking/core/chat";
import type { Connection } from "../../connection/core/connection";
import type { QuestionMarks } from "../../../contract/vocabulary";
import { choose } from "../../connection/editor/switchHub";
import { perform } from "../../../platform/editor/notify";

interface HubDecision {
  readonly action: "switchHub" | "continueHere";
  /** The question that is to be asked again; without one, it is about the conversation. */
  readonly turnId?: string | undefined;
  readonly shown?: QuestionMarks | undefined;
}

/**
 * Decides which hub a conversation is continued with. Rejects with `conflict` if the page showed
 * another hub or conversation.
 */
export async function decideHub(
  { connection, sender }: { readonly connection: Connection; readonly sender: QuestionSender },
  chat: Chat,
  { action, turnId, shown }: HubDecision,
): Promise<void> {
  const { hubs } = sender;
  sender.expectShown(chat, shown && { hub: shown.hub, conversation: shown.conversation });
  if (action === "continueHere") {
    hubs.continueHere(chat);
    return;
  }
  const turn = turnId === undefined ? undefined : chat.conversation.get(turnId);
  const hub = (turn ? hubs.otherOf(turn) : hubs.other(chat))?.hub;
  if (hub) await choose(connection, hub);
  else await perform("switchHub");
}
