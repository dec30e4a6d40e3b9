import type { QuestionSender } from "../../app/ask/questionSender";
import type { Chat } from "../../app/chat/chat";
import type { OpenChats } from "../../app/chat/openChats";

/**
 * The chat of the side bar for a question from elsewhere. Each of several simultaneous questions
 * needs its own conversation, and so does a question to another hub.
 */
export function freeSide(chats: OpenChats, sender: QuestionSender): Chat {
  const { side } = chats;
  return sender.isTaken(side) || sender.hubs.other(side) ? chats.renewSide() : side;
}
