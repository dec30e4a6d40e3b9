import { t } from "../../../kit/l10n";
import { plainText } from "../../../platform/editor/plainText";
import { isNothing, type Unsent } from "../../conversation/core/unsent";
import type { Listed } from "../core/conversationList";

/** What the user reads before and after the deletion of conversations. */
interface DeletionWords {
  readonly question: string;
  readonly detail: string;
  /** More than what was named is deleted. */
  readonly hasUnsent?: boolean;
  readonly yes: string;
  readonly done: string;
}

export function deletionWords(listed: readonly Listed[], unsent: readonly Unsent[]): DeletionWords {
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
