import type { ChatViews } from "../chat/chatPanels";
import type { Chats } from "../../app/chat/openChats";
import type { WhichConversation } from "../chat/conversationArgument";
import type { Command } from "../workbench/command";

/** Opens a saved conversation in the side bar. */
export function openConversation(
  chats: Chats,
  views: ChatViews,
  which: WhichConversation,
): Command {
  return {
    id: "expertHub.openConversation",
    async run(given?: unknown): Promise<void> {
      const id = await which.id(given, "Open Conversation");
      if (id === undefined) return;
      await chats.openSaved(id);
      await views.openSide();
    },
  };
}
