import type { ChatPanels } from "../chat/chatPanels";
import type { OpenChats } from "../../app/chat/openChats";
import { t } from "../../kit/l10n";
import type { ConversationArgument } from "../chat/conversationArgument";
import type { Command } from "../workbench/command";

/** Opens a saved conversation in the side bar. */
export function openConversation(
  chats: OpenChats,
  panels: ChatPanels,
  argument: ConversationArgument,
): Command {
  return {
    id: "expertHub.openConversation",
    async run(given?: unknown): Promise<void> {
      const id = await argument.id(given, t("Open Conversation"));
      if (id === undefined) return;
      await chats.openSaved(id);
      await panels.openSide();
    },
  };
}
