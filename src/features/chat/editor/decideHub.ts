import type { ShownState } from "../../../contract/vocabulary";
import type { Chat } from "../../asking/core/chat";
import type { QuestionSender } from "../../asking/core/questionSender";
import type { Connection, Hub } from "../../connection/core/connection";

interface HubDecision {
  readonly action: "switchHub" | "continueHere";
  /** The question that is to be asked again; without one, it is about the conversation. */
  readonly turnId?: string | undefined;
  readonly shown?: ShownState | undefined;
}

interface HubDecisionParts<C> {
  readonly connection: C;
  readonly sender: {
    assertShown: QuestionSender["assertShown"];
    readonly hubs: Pick<QuestionSender["hubs"], "continueHere" | "otherHub" | "otherHubOfTurn">;
  };
  choose(connection: C, hub: Hub): Promise<unknown>;
  /** Lets the user choose. */
  perform(action: "switchHub"): Promise<unknown>;
}

/**
 * Decides which hub a conversation is continued with. Rejects with `conflict` if the page showed
 * another hub or conversation.
 */
export async function decideHub<C = Connection>(
  { connection, sender, choose, perform }: HubDecisionParts<C>,
  chat: Chat,
  { action, turnId, shown }: HubDecision,
): Promise<void> {
  const { hubs } = sender;
  sender.assertShown(chat, shown && { hub: shown.hub, conversation: shown.conversation });
  if (action === "continueHere") {
    hubs.continueHere(chat);
    return;
  }
  const turn = turnId === undefined ? undefined : chat.conversation.get(turnId);
  const hub = (turn ? hubs.otherHubOfTurn(turn) : hubs.otherHub(chat))?.hub;
  if (hub) await choose(connection, hub);
  else await perform("switchHub");
}
