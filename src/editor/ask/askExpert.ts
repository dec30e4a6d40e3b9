import type { ChatViews } from "../chat/chatPanels";
import type { Chats } from "../../app/chat/openChats";
import type { ExpertChoices } from "../experts/expertChoices";
import { ExpertNode } from "../experts/nodes";
import type { Command } from "../workbench/command";

/** Opens the chat with the expert of this row. */
export function askExpert(chats: Chats, views: ChatViews, choices: ExpertChoices): Command {
  return {
    id: "expertHub.askExpert",
    async run(node?: unknown): Promise<void> {
      if (!(node instanceof ExpertNode)) return;
      await choices.use(chats.side, node.id);
      await views.openSide();
    },
  };
}
