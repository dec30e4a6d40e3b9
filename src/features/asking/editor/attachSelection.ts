import type { ChatPanels } from "../../chat/editor/chatPanels";
import type { OpenChats } from "../core/openChats";
import type { SelectionAttacher } from "../../attachments/editor/selectionAttacher";
import type { Command } from "../../../platform/editor/command";

/** Attaches the selection without asking yet. */
export function attachSelection(
  attacher: SelectionAttacher,
  chats: OpenChats,
  panels: ChatPanels,
): Command {
  return {
    id: "expertHub.attachSelection",
    async run(): Promise<void> {
      const selected = await attacher.selected();
      chats.side.attachments = attacher.join(chats.side.attachments, selected);
      await panels.openSide();
    },
  };
}
