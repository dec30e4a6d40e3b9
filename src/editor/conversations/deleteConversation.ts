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
import { t } from "../../kit/l10n";
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
      const ids = await selection.ids(given, selected, t("Delete Conversation"));
      const [first, ...more] = ids;
      if (first === undefined) return;
      const words =
        more.length === 0 ? wordsForOne(await chats.saved(first)) : wordsFor(ids.length);
      const isWanted = await confirm(words.question, {
        detail: words.detail,
        yes: t("Delete"),
        no: t("Keep"),
      });
      if (!isWanted) return;
      const shown = chats.side;
      for (const id of ids) {
        const chat = chats.of(id);
        if (chat) sender.stop(chat);
      }
      const { draft } = shown;
      const deletion = await conversations.remove(...ids);
      const sentence = words.done;
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

interface Words {
  readonly question: string;
  readonly detail: string;
  readonly done: string;
}

function wordsForOne({ title, turns }: Conversation): Words {
  const name = plainText(title ?? t("Untitled"), 80);
  return {
    question: t("Delete the conversation “{0}”?", name),
    detail:
      turns.length === 1
        ? t(
            "Its question and answer will be deleted from this computer. Whatever the hub has stored is not affected.",
          )
        : t(
            "All its {0} questions and answers will be deleted from this computer. Whatever the hub has stored is not affected.",
            turns.length,
          ),
    done: t("Deleted “{0}”.", name),
  };
}

function wordsFor(conversations: number): Words {
  return {
    question: t("Delete {0} conversations?", conversations),
    detail: t(
      "All their questions and answers will be deleted from this computer. Whatever the hub has stored is not affected.",
    ),
    done: t("Deleted {0} conversations.", conversations),
  };
}
