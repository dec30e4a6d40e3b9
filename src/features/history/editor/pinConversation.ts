import type { SavedConversations } from "../core/savedConversations";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/command";
import type { ConversationSelection } from "./conversationSelection";

/** Keeps conversations at the top of their list, or returns them to their days. */
export function pinConversation(
  isPinned: boolean,
  saved: SavedConversations,
  selection: ConversationSelection,
): Command {
  const [id, title] = isPinned
    ? (["expertHub.pinConversation", t("Pin Conversation")] as const)
    : (["expertHub.unpinConversation", t("Unpin Conversation")] as const);
  return {
    id,
    async run(given?: unknown, selected?: unknown): Promise<void> {
      await saved.pin(await selection.ids(given, selected, title), isPinned);
    },
  };
}
