import type { OutputAction } from "../../../contract/vocabulary";
import { t } from "../../../kit/l10n";
import { notFound } from "../../../platform/core/localError";
import type { Command } from "../../../platform/editor/commands";
import type { CommandId } from "../../../platform/editor/manifest";
import type { OpenChats } from "../../asking/core/openChats";
import type { AnswerFiles } from "./answerFiles";
import type { Output, OutputRef } from "./output";
import type { Review } from "./review/review";

/** What the user does with the review that is open. */
export const reviewCommands = (review: () => Promise<Review>): Command[] => [
  { id: "expertHub.applyChanges", run: async () => (await review()).apply() },
  { id: "expertHub.discardChanges", run: async () => (await review()).discard() },
  { id: "expertHub.restoreSkippedChanges", run: async () => (await review()).restoreSkipped() },
  { id: "expertHub.skipChange", run: async () => (await review()).skip() },
];

type Chats = Pick<OpenChats, "turn" | "lastAnswer" | "saved">;

/** Reviews all changes of the last answer, or of the one given as `{ turnId }`. */
export const reviewAllChanges = (chats: Chats, files: AnswerFiles): Command => ({
  id: "expertHub.reviewAllChanges",
  run: async (given?: unknown) => {
    const { conversation, ref } = await chosenAnswer(chats, given);
    await files.review(conversation, ref);
  },
});

const commandIdOfAction: Readonly<Record<OutputAction, CommandId>> = {
  apply: "expertHub.applyOutput",
  copy: "expertHub.copyOutput",
  insert: "expertHub.insertOutput",
  replace: "expertHub.replaceSelection",
  newFile: "expertHub.newFileFromOutput",
};

/**
 * Uses the last answer, or the block given as `{ turnId, blockIndex }`, of a conversation that is not
 * shown with its `conversationId`.
 */
export function useOutput(action: OutputAction, chats: Chats, output: Output): Command {
  return {
    id: commandIdOfAction[action],
    async run(given?: unknown): Promise<void> {
      const { conversation, ref } = await chosenAnswer(chats, given);
      await output.use(conversation, ref, action);
    },
  };
}

/** The last answer, or the one given, which need not be shown. Rejects with `not-found`, `storage`. */
async function chosenAnswer(chats: Chats, given: unknown) {
  const ref = refIn(given);
  const answer = ref ? await turnOf(chats, ref, given) : chats.lastAnswer;
  if (!answer)
    throw notFound(ref ? t("This answer no longer exists.") : t("There is no answer yet."));
  const { conversation, turn } = answer;
  return { conversation, ref: { turnId: turn.id, ...ref } };
}

async function turnOf(chats: Chats, { turnId }: OutputRef, given: unknown) {
  const { conversationId } = given as Record<string, unknown>;
  if (typeof conversationId !== "string") return chats.turn(turnId);
  const conversation = await chats.saved(conversationId);
  const turn = conversation.get(turnId);
  return turn && { conversation, turn };
}

export function refIn(given: unknown): OutputRef | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const { turnId, blockIndex } = given as Record<string, unknown>;
  if (typeof turnId !== "string") return undefined;
  return { turnId, ...(typeof blockIndex === "number" && { blockIndex }) };
}
