import type { ChatViews } from "./chatPanels";
import type { Command } from "../workbench/command";

export function openChat(views: ChatViews): Command {
  return {
    id: "expertHub.openChat",
    async run(): Promise<void> {
      await views.openSide();
    },
  };
}
