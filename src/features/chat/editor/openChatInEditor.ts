import type { ChatPanels } from "./chatPanels";
import type { ConversationArgument } from "./conversationArgument";
import type { Command } from "../../../platform/editor/command";

/** Shows the chat in an editor tab. */
export function openChatInEditor(argument: ConversationArgument, panels: ChatPanels): Command {
  return {
    id: "expertHub.openChatInEditor",
    async run(given?: unknown): Promise<void> {
      await panels.openTab(argument.chat(given));
    },
  };
}
