import type { ChatPanels } from "./chatPanels";
import type { Command } from "../workbench/command";

export function openChat(panels: ChatPanels): Command {
  return {
    id: "expertHub.openChat",
    async run(): Promise<void> {
      await panels.openSide();
    },
  };
}
