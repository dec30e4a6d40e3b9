import type { ChatPanels } from "./chatPanels";
import type { OpenChats } from "../../app/chat/openChats";
import type { Command } from "../workbench/command";

export function newConversation(chats: OpenChats, panels: ChatPanels): Command {
  return {
    id: "expertHub.newConversation",
    async run(): Promise<void> {
      chats.renewSide();
      await panels.openSide();
    },
  };
}
