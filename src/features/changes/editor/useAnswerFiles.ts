import { gone } from "../../../platform/core/localError";
import type { OpenChats } from "../../asking/core/openChats";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/command";
import type { AnswerFiles } from "./answerFiles";
import { refIn } from "./useOutput";

type Chats = () => Pick<OpenChats, "turn" | "lastAnswer">;

/** Reviews all changes of the last answer, or of the one given as `{ turnId }`. */
export const reviewAllChanges = (chats: Chats, files: AnswerFiles): Command => ({
  id: "expertHub.reviewAllChanges",
  run: async (given?: unknown) => {
    const { conversation, ref } = answerOf(chats, given);
    await files.review(conversation, ref);
  },
});

/** Shows what the last answer is about, or the block given as `{ turnId, blockIndex }`. */
export const goToRange = (chats: Chats, files: AnswerFiles): Command => ({
  id: "expertHub.goToRange",
  run: (given?: unknown) => {
    const { conversation, ref } = answerOf(chats, given);
    return files.goTo(conversation, ref);
  },
});

function answerOf(chats: Chats, given: unknown) {
  const ref = refIn(given);
  const answer = ref ? chats().turn(ref.turnId) : chats().lastAnswer;
  if (!answer) throw gone(ref ? t("This answer no longer exists.") : t("There is no answer yet."));
  const { conversation, turn } = answer;
  return { conversation, ref: { turnId: turn.id, ...ref } };
}
