import type { ChatViews } from "./chatPanels";
import type { WhichConversation } from "./conversationArgument";
import type { Command } from "../workbench/command";

/** The chat that is shown as an editor tab. */
export function openChatInEditor(which: WhichConversation, views: ChatViews): Command {
  return {
    id: "expertHub.openChatInEditor",
    async run(given?: unknown): Promise<void> {
      await views.openTab(which.chat(given));
    },
  };
}
