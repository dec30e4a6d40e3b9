import type { Conversations } from "../../app/savedConversations/conversations";
import type { OpenChats } from "../../app/chat/openChats";
import type { QuestionSender } from "../../app/ask/questionSender";
import type { Notify } from "../workbench/notify";
import type { Command } from "../workbench/command";
import { confirm } from "../workbench/confirm";

/** Permanently deletes every conversation of this workspace, after confirmation. */
export function deleteAllConversations({
  chats,
  conversations,
  sender,
  notify,
}: {
  chats: OpenChats;
  conversations: Conversations;
  sender: QuestionSender;
  notify: Notify;
}): Command {
  return {
    id: "expertHub.deleteAllConversations",
    async run(): Promise<void> {
      const saved = await conversations.list();
      const quarantined = await conversations.countQuarantined();
      if (saved.length + quarantined === 0) {
        notify.information("There are no saved conversations.");
        return;
      }
      const isWanted = await confirm(`Delete all conversations (${saved.length})?`, {
        detail: `All their questions and answers${also(quarantined)} will be permanently deleted from this computer. This cannot be undone. Conversations in other workspaces, and whatever the hub has stored, are not affected.`,
        yes: "Delete All",
        no: "Keep",
      });
      if (!isWanted) return;
      for (const { id } of saved) {
        const chat = chats.of(id);
        if (chat) sender.stop(chat);
      }
      await conversations.removeAll();
    },
  };
}

function also(quarantined: number): string {
  if (quarantined === 0) return "";
  return quarantined === 1
    ? ", and a file that could not be shown,"
    : `, and ${quarantined} files that could not be shown,`;
}
