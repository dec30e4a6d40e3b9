import type { Conversations } from "../../app/savedConversations/conversations";
import type { OpenChats } from "../../app/chat/openChats";
import type { QuestionSender } from "../../app/ask/questionSender";
import type { ConversationArgument } from "../chat/conversationArgument";
import { plainText } from "../workbench/plainText";
import type { Command } from "../workbench/command";
import { confirm } from "../workbench/confirm";

/** Permanently deletes a conversation, after confirmation. */
export function deleteConversation({
  chats,
  conversations,
  sender,
  argument,
}: {
  chats: OpenChats;
  conversations: Conversations;
  sender: QuestionSender;
  argument: ConversationArgument;
}): Command {
  return {
    id: "expertHub.deleteConversation",
    async run(given?: unknown): Promise<void> {
      const id = await argument.id(given, "Delete Conversation");
      if (id === undefined) return;
      const { title, turns } = await chats.saved(id);
      const name = plainText(title ?? "Untitled", 80);
      const isWanted = await confirm(`Delete the conversation "${name}"?`, {
        detail: `${turns.length === 1 ? "Its question and answer" : `All its ${turns.length} questions and answers`} will be permanently deleted from this computer. Whatever the hub has stored is not affected.`,
        yes: "Delete",
        no: "Keep",
      });
      if (!isWanted) return;
      const chat = chats.of(id);
      if (chat) sender.stop(chat);
      await conversations.remove(id);
    },
  };
}
