import type { ChatPanels } from "../../chat/editor/chatPanels";
import type { ConversationArgument } from "../../chat/editor/conversationArgument";
import type { Command } from "../../../platform/editor/command";

/** Opens the chat with its find box. */
export function findConversation(argument: ConversationArgument, panels: ChatPanels): Command {
  return {
    id: "expertHub.findConversation",
    async run(given?: unknown): Promise<void> {
      const place = argument.place(given);
      await (place ?? panels).find();
    },
  };
}
