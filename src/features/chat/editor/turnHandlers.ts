import type { TurnCalls } from "../../../page/protocol/calls";
import { HubError } from "../../../contract/errors";
import type { Remedy } from "../../../contract/vocabulary";
import { openLink } from "../../../platform/editor/browser";
import { perform } from "../../../platform/editor/notify";
import type { Chat } from "../../asking/core/chat";
import type { QuestionSender } from "../../asking/core/questionSender";
import type { AttachmentsFeature } from "../../attachments/editor";
import type { AnswerFiles } from "../../changes/editor/answerFiles";
import type { Output } from "../../changes/editor/output";
import type { Connection } from "../../connection/core/connection";
import type { Turn } from "../../conversation/core/turn";
import type { Roster } from "../../experts/core/roster";
import { decideHub } from "./decideHub";
import { ranNowhere } from "./ranNowhere";
import { type TurnActions, showComparison } from "./turnActions";
import type { HandlersOf } from "./pageCall";
import { choose } from "../../connection/editor/switchHub";

/** What the handlers need of the calling page. */
export interface TurnPage {
  readonly chat: Chat;
  redraw(): Promise<void>;
}

export interface TurnHandlerParts {
  readonly sender: QuestionSender;
  readonly selection: AttachmentsFeature;
  readonly output: Output;
  readonly answerFiles: AnswerFiles;
  readonly turnActions: TurnActions;
  readonly connection: Connection;
  readonly roster: Pick<Roster, "get">;
}

/** If the state is not what the page showed, the call is refused and the page is updated. */
export async function asShown(page: TurnPage, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (error instanceof HubError && error.kind === "conflict") await page.redraw();
    throw error;
  }
}

/** Handles the calls about a turn. Ids are looked up in the conversation of the page. */
export function turnHandlers(page: TurnPage, parts: TurnHandlerParts): HandlersOf<keyof TurnCalls> {
  const { answerFiles, roster, sender, turnActions } = parts;
  const changed = ({ id: replacing, asked }: Turn, action: Remedy) =>
    action === "addModel"
      ? { replacing, modelId: roster.get(asked.expertId)?.modelId }
      : { replacing };
  return {
    useTurn: ({ turnId, action }, shown) =>
      asShown(page, () => turnActions.use(page.chat, { turnId, action, shown })),
    useOutput: ({ action, ...ref }) => parts.output.use(page.chat.conversation, ref, action),
    goToRange: (ref) => answerFiles.goTo(page.chat.conversation, ref),
    existingFiles: ({ turnId, paths }) =>
      answerFiles.existing(page.chat.conversation, turnId, paths),
    openFile: ({ turnId, file }) => answerFiles.open(page.chat.conversation, turnId, file),
    reviewAllChanges: (ref) => answerFiles.review(page.chat.conversation, ref),
    undoAnswer: ({ turnId }) => answerFiles.undo(page.chat.conversation, turnId),
    openLink: ({ url }) => openLink(url, page.chat.pending),
    showStep: ({ turnId, index }) => turnActions.showStep(page.chat, turnId, index),
    revealAttachment: ({ turnId, attachmentId }) =>
      turnActions.revealAttachment(page.chat, turnId, attachmentId),
    resolveProblem: async ({ turnId, action }, shown) => {
      const turn = turnId === undefined ? undefined : page.chat.conversation.get(turnId);
      if (action === "retry" && turn?.beside !== undefined)
        await showComparison(page.chat, turn.id);
      else if (action === "retry")
        await asShown(page, () => sender.retry(page.chat, turnId ?? "", shown));
      else if (action === "refreshExpert" && turnId !== undefined)
        await turnActions.refreshExpert(page.chat, turnId);
      else if (action === "continueHere" || action === "switchHub")
        await asShown(page, async () => {
          await decideHub({ ...parts, choose, perform }, page.chat, { action, turnId, shown });
          await page.redraw();
        });
      else {
        const about =
          action === "enterModelKey" && turnId !== undefined ? [turn?.asked.modelId] : [];
        const isDone = await perform(action, ...about);
        // Who removes the cause where the answer would be wants the answer.
        if (isDone && turn && ranNowhere(turn))
          await asShown(page, () => sender.askAgain(page.chat, turn, changed(turn, action)));
      }
    },
  };
}
