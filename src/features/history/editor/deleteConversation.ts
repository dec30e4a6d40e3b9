import type { OpenChats } from "../../asking/core/openChats";
import type { Listed } from "../core/conversationList";
import type { Conversations } from "../../conversation/core/conversations";
import type { SavedConversations } from "../core/savedConversations";
import { notFound } from "../../../platform/core/localError";
import type { ChatPanels } from "../../chat/editor/chatPanels";
import type { Command } from "../../../platform/editor/commands";
import { confirm } from "../../../platform/editor/confirm";
import { type Notify, offerUndo } from "../../../platform/editor/notify";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { t } from "../../../kit/l10n";
import type { ConversationSelection } from "./conversationSelection";
import { deletionWords } from "./deletionWords";

interface DeleteConversationParts {
  readonly chats: OpenChats;
  readonly conversations: Pick<Conversations, "drafts">;
  readonly saved: SavedConversations;
  readonly panels: Pick<ChatPanels, "openTab">;
  readonly selection: ConversationSelection;
  readonly notify: Notify;
}

/**
 * Deletes conversations, or drafts, and offers to undo it for a while; asks before where it could not
 * be undone, and where a conversation has something that was not sent.
 */
export function deleteConversation(parts: DeleteConversationParts): Command {
  return {
    id: "expertHub.deleteConversation",
    run: (given, selected) => deleteChosen(parts, given, selected),
  };
}

async function deleteChosen(
  { chats, conversations, saved, panels, selection, notify }: DeleteConversationParts,
  given: unknown,
  selected: unknown,
): Promise<void> {
  const ids = await selection.ids(given, selected, t("Delete Conversation"));
  if (ids.length === 0) return;
  const { drafts } = conversations;
  const words = deletionWords(
    await listedOf(saved, ids),
    await Promise.all(ids.map(async (id) => chats.of(id)?.unsent ?? drafts.read(id))),
  );
  const { question, detail, hasUnsent, yes, done: sentence } = words;
  const isFinal = !(await saved.canRestore(ids));
  if (isFinal || hasUnsent) {
    const all = isFinal ? `${detail} ${t("It is too large to be undone.")}` : detail;
    if (!(await confirm(question, { detail: all, yes, no: t("Keep"), enterAgrees: true }))) return;
  }
  const inSide = chats.side.conversation.id;
  const inTabs = chats.places.inOrder
    .filter(({ panelType }) => panelType !== undefined)
    .map(({ chat }) => chat.conversation.id)
    .filter((id) => ids.includes(id));
  const deletion = await saved.remove(...ids);
  if (!deletion.canUndo) return notify.information(sentence);
  const undo = async (): Promise<void> => {
    await saved.restore(deletion);
    const isFree = chats.side.isUnasked && !chats.side.hasUnsent;
    if (ids.includes(inSide) && isFree) await chats.openSaved(inSide);
    for (const id of inTabs) {
      const { chat, hold } = await chats.acquire(id);
      try {
        await panels.openTab(chat);
      } finally {
        hold.dispose();
      }
    }
  };
  fireAndForget(() => offerUndo({ sentence, undo, forget: () => deletion.forget() }, notify));
}

async function listedOf(saved: SavedConversations, ids: readonly string[]): Promise<Listed[]> {
  const listed = (await saved.list()).filter(({ id }) => ids.includes(id));
  if (listed.length === 0) throw notFound(t("This conversation no longer exists."));
  return listed;
}
