import * as vscode from "vscode";
import type { Conversations } from "../../conversation/core/conversations";
import type { OpenChats } from "../../asking/core/openChats";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/command";
import type { ConversationSelection } from "./conversationSelection";

export function renameConversation(
  chats: OpenChats,
  conversations: Conversations,
  selection: ConversationSelection,
): Command {
  return {
    id: "expertHub.renameConversation",
    async run(given?: unknown): Promise<void> {
      const id = await selection.id(given, t("Rename Conversation"));
      if (id === undefined) return;
      const { title } = await chats.saved(id);
      const typed = await vscode.window.showInputBox({
        title: t("Rename conversation"),
        prompt: t("Leave empty to use the first question as the title."),
        value: title ?? "",
        ignoreFocusOut: true,
      });
      if (typed !== undefined) await conversations.rename(id, typed);
    },
  };
}
