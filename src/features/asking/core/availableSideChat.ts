import type { Chat } from "./chat";
import type { OpenChats } from "./openChats";
import type { QuestionSender } from "./questionSender";

/**
 * The chat of the side bar for a question from elsewhere. Each of several simultaneous questions
 * needs its own conversation, and so does a question to another hub.
 */
export function availableSideChat(chats: OpenChats, sender: QuestionSender): Chat {
  const { side } = chats;
  return sender.isTaken(side) || sender.hubs.other(side) ? chats.renewSide() : side;
}
