import type { QuestionSender } from "../../app/ask/questionSender";
import type { Chat } from "../../app/chat/chat";
import type { OpenChats } from "../../app/chat/openChats";

/** Each of several simultaneous questions needs its own conversation. */
export function freeSide(chats: OpenChats, sender: QuestionSender): Chat {
  const { side } = chats;
  return sender.isTaken(side) ? chats.renewSide() : side;
}
