import type { ChatPanels } from "./chatPanels";
import type { Command } from "../../../platform/editor/command";

export function openChat(panels: ChatPanels): Command {
  return {
    id: "expertHub.openChat",
    async run(): Promise<void> {
      await panels.openSide();
    },
  };
}
