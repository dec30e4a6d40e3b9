import type { ChatPanels } from "../../chat/editor/chatPanels";
import type { OpenChats } from "../core/openChats";
import type { ExpertChoices } from "../../experts/editor/expertChoices";
import { ExpertNode } from "../../experts/editor/nodes";
import type { Command } from "../../../platform/editor/command";

/** Opens the chat with the expert of this row. */
export function askExpert(chats: OpenChats, panels: ChatPanels, choices: ExpertChoices): Command {
  return {
    id: "expertHub.askExpert",
    async run(node?: unknown): Promise<void> {
      if (!(node instanceof ExpertNode)) return;
      await choices.use(chats.side, node.id);
      await panels.openSide();
    },
  };
}
