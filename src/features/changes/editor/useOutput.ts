import { gone } from "../../../platform/core/localError";
import type { OpenChats } from "../../asking/core/openChats";
import { t } from "../../../kit/l10n";
import type { OutputAction } from "../../../contract/vocabulary";
import type { Command } from "../../../platform/editor/command";
import type { CommandId } from "../../../platform/editor/manifest";
import type { Output, OutputRef } from "./output";

const commandIds: Readonly<Record<OutputAction, CommandId>> = {
  copy: "expertHub.copyOutput",
  insert: "expertHub.insertOutput",
  replace: "expertHub.replaceSelection",
  newFile: "expertHub.newFileFromOutput",
};

/**
 * Uses the last answer, or the block given as `{ turnId, blockIndex }`, of a conversation that is not
 * shown with its `conversationId`.
 */
export function useOutput(
  action: OutputAction,
  chats: () => Pick<OpenChats, "turn" | "lastAnswer" | "saved">,
  output: Output,
): Command {
  return {
    id: commandIds[action],
    async run(given?: unknown): Promise<void> {
      const ref = refIn(given);
      const answer = ref ? await answerOf(ref, given, chats()) : chats().lastAnswer;
      if (!answer)
        throw gone(ref ? t("This answer no longer exists.") : t("There is no answer yet."));
      const { conversation, turn } = answer;
      await output.use(conversation, { turnId: turn.id, ...ref }, action);
    },
  };
}

async function answerOf(
  { turnId }: OutputRef,
  given: unknown,
  chats: Pick<OpenChats, "turn" | "saved">,
) {
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
