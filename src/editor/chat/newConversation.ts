import type { ChatViews } from "./chatPanels";
import type { Chats } from "../../app/chat/openChats";
import type { Command } from "../workbench/command";

export function newConversation(chats: Chats, views: ChatViews): Command {
  return {
    id: "expertHub.newConversation",
    async run(): Promise<void> {
      chats.renewSide();
      await views.openSide();
    },
  };
}
