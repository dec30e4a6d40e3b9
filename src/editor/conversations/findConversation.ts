import type { ChatViews } from "../chat/chatPanels";
import type { WhichConversation } from "../chat/conversationArgument";
import type { Command } from "../workbench/command";

/** Opens the chat with its find box. */
export function findConversation(which: WhichConversation, views: ChatViews): Command {
  return {
    id: "expertHub.findConversation",
    async run(given?: unknown): Promise<void> {
      const place = which.place(given);
      await (place ?? views).find();
    },
  };
}
