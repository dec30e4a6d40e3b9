import * as vscode from "vscode";
import type { Conversations } from "../../app/savedConversations/conversations";
import type { OpenChats } from "../../app/chat/openChats";
import type { QuestionSender } from "../../app/ask/questionSender";
import type { ConversationArgument } from "../chat/conversationArgument";
import { plainText } from "../workbench/plainText";
import type { Command } from "../workbench/command";

/** Deletes a conversation for good, after a yes. */
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
      const yes = "Delete";
      // The first button is the one that Enter presses.
      const chosen = await vscode.window.showWarningMessage(
        `Delete the conversation "${plainText(title ?? "Untitled", 80)}"?`,
        {
          modal: true,
          detail: `${turns.length === 1 ? "Its question and answer" : `All its ${turns.length} questions and answers`} will be permanently deleted from this computer. Whatever the hub has stored is not affected.`,
        },
        "Keep",
        yes,
      );
      if (chosen !== yes) return;
      const chat = chats.of(id);
      if (chat) sender.stop(chat);
      await conversations.remove(id);
    },
  };
}
