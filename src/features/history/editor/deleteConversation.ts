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
import { isNothing, type Unsent } from "../../conversation/core/unsent";
import { plainText } from "../../../platform/editor/plainText";

/** What the user reads before and after the deletion of conversations. */
interface DeletionWords {
  readonly question: string;
  readonly detail: string;
  /** More than what was named is deleted. */
  readonly hasUnsent?: boolean;
  readonly yes: string;
  readonly done: string;
}

function deletionWords(listed: readonly Listed[], unsent: readonly Unsent[]): DeletionWords {
  const [first, ...others] = listed;
  if (listed.every(({ isDraft }) => isDraft)) return wordsForDrafts(listed);
  const words = first && others.length === 0 ? wordsForOne(first) : wordsFor(listed.length);
  const more = unsentToo(unsent);
  return {
    ...words,
    detail: [words.detail, ...more].join(" "),
    hasUnsent: more.length > 0,
    yes: t("Delete"),
  };
}

function wordsForDrafts(drafts: readonly Listed[]): DeletionWords {
  const name = plainText(drafts[0]?.title ?? "", 80);
  const isOne = drafts.length === 1;
  return {
    question: isOne ? t("Discard the draft “{0}”?", name) : t("Discard {0} drafts?", drafts.length),
    detail: t("What you typed and attached will be deleted from this computer."),
    yes: isOne ? t("Discard Draft") : t("Discard Drafts"),
    done: isOne ? t("Discarded the draft “{0}”.", name) : t("Discarded {0} drafts.", drafts.length),
  };
}

function unsentToo(unsent: readonly Unsent[]): string[] {
  const queued = unsent.reduce((sum, { queue }) => sum + queue.length, 0);
  const isComposed = unsent.some((one) => !isNothing({ ...one, queue: [] }));
  return [
    ...(queued === 1 ? [t("The question in the queue will be deleted as well.")] : []),
    ...(queued > 1 ? [t("The {0} questions in the queue will be deleted as well.", queued)] : []),
    ...(isComposed
      ? [t("What you typed or attached and have not sent will be deleted as well.")]
      : []),
  ];
}

function wordsForOne({ title, turns }: Listed) {
  const name = plainText(title, 80);
  return {
    question: t("Delete the conversation “{0}”?", name),
    detail:
      turns === 1
        ? t(
            "Its question and answer will be deleted from this computer. Whatever the hub has stored is not affected.",
          )
        : t(
            "All its {0} questions and answers will be deleted from this computer. Whatever the hub has stored is not affected.",
            turns,
          ),
    done: t("Deleted “{0}”.", name),
  };
}

function wordsFor(conversations: number) {
  return {
    question: t("Delete {0} conversations?", conversations),
    detail: t(
      "All their questions and answers will be deleted from this computer. Whatever the hub has stored is not affected.",
    ),
    done: t("Deleted {0} conversations.", conversations),
  };
}

/** What the user reads before everything is deleted, files that could not be shown included. */
export function wordsForAll(
  listed: readonly Listed[],
  quarantined: number,
): Pick<DeletionWords, "question" | "detail"> {
  const rest = [
    ...(listed.some(({ isDraft }) => isDraft) ? [t("Drafts will be deleted as well.")] : []),
    t(
      "This cannot be undone. Conversations in other workspaces, and whatever the hub has stored, are not affected.",
    ),
  ];
  return {
    question: t("Delete all conversations ({0})?", listed.length),
    detail: [allDeleted(quarantined), ...rest].join(" "),
  };
}

function allDeleted(quarantined: number): string {
  if (quarantined === 0)
    return t("All their questions and answers will be permanently deleted from this computer.");
  return quarantined === 1
    ? t(
        "All their questions and answers, and a file that could not be shown, will be permanently deleted from this computer.",
      )
    : t(
        "All their questions and answers, and {0} files that could not be shown, will be permanently deleted from this computer.",
        quarantined,
      );
}

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
