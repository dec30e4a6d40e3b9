import type { Conversation } from "../../app/conversation/conversation";
import type { Conversations } from "../../app/savedConversations/conversations";
import type { OpenChats } from "../../app/chat/openChats";
import type { QuestionSender } from "../../app/ask/questionSender";
import { plainText } from "../workbench/plainText";
import type { Command } from "../workbench/command";
import { confirm } from "../workbench/confirm";
import type { Notify } from "../workbench/notify";
import { offerUndo } from "../workbench/offerUndo";
import { fireAndForget } from "../../kit/unexpectedErrors";
import type { ConversationSelection } from "./conversationSelection";

/** Deletes conversations after confirmation, and offers to undo it for a while. */
export function deleteConversation({
  chats,
  conversations,
  sender,
  selection,
  notify,
}: {
  chats: OpenChats;
  conversations: Conversations;
  sender: Pick<QuestionSender, "stop">;
  selection: ConversationSelection;
  notify: Notify;
}): Command {
  return {
    id: "expertHub.deleteConversation",
    async run(given?: unknown, selected?: unknown): Promise<void> {
      const ids = await selection.ids(given, selected, "Delete Conversation");
      const [first, ...more] = ids;
      if (first === undefined) return;
      const { name, content } =
        more.length === 0
          ? described(await chats.saved(first))
          : {
              name: `${ids.length} conversations`,
              content: "All their questions and answers",
            };
      const isWanted = await confirm(
        more.length === 0 ? `Delete the conversation ${name}?` : `Delete ${name}?`,
        {
          detail: `${content} will be deleted from this computer. Whatever the hub has stored is not affected.`,
          yes: "Delete",
          no: "Keep",
        },
      );
      if (!isWanted) return;
      const shown = chats.side;
      for (const id of ids) {
        const chat = chats.of(id);
        if (chat) sender.stop(chat);
      }
      const { draft } = shown;
      const deletion = await conversations.remove(...ids);
      const sentence = `Deleted ${name}.`;
      if (!deletion.canUndo) return notify.information(sentence);
      const undo = async (): Promise<void> => {
        await conversations.restore(deletion);
        const { id } = shown.conversation;
        const isFree = chats.side.isUnasked && !chats.side.isComposed;
        if (!ids.includes(id) || !isFree) return;
        await chats.saveDraft(await chats.openSaved(id), draft);
      };
      fireAndForget(() => offerUndo({ sentence, undo, forget: () => deletion.forget() }, notify));
    },
  };
}

function described({ title, turns }: Conversation): { name: string; content: string } {
  return {
    name: `"${plainText(title ?? "Untitled", 80)}"`,
    content:
      turns.length === 1
        ? "Its question and answer"
        : `All its ${turns.length} questions and answers`,
  };
}
