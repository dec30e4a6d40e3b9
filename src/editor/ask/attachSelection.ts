import type { ChatViews } from "../chat/chatPanels";
import type { Chats } from "../../app/chat/openChats";
import type { Composing } from "../selection/selectionAttacher";
import type { Command } from "../workbench/command";

/** Takes the selection along without asking yet. */
export function attachSelection(composing: Composing, chats: Chats, views: ChatViews): Command {
  return {
    id: "expertHub.attachSelection",
    async run(): Promise<void> {
      const selected = await composing.selected();
      chats.side.attachment = selected;
      await views.openSide();
    },
  };
}
