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
import { showComparison } from "./compareCommands";
import { decideHub } from "./hubChoice";
import type { HandlersOf } from "./pageCall";
import type { TurnActions } from "./turnActions";

/** What the handlers need of the calling page. */
export interface TurnPage {
  readonly chat: Chat;
  redraw(): Promise<void>;
  /** Puts the cursor into the composer. */
  focus(): void;
}

export interface TurnHandlerParts {
  readonly sender: QuestionSender;
  readonly selection: AttachmentsFeature;
  readonly output: Output;
  readonly answerFiles: AnswerFiles;
  readonly turnActions: TurnActions;
  readonly connection: Connection;
}

/** What shows something else, to which the user then goes. */
const leading: ReadonlySet<Remedy> = new Set(["openHub", "openSettings", "showLog"]);

/** When a box of VS Code closes, an open editor gets the focus: what is typed next would go there. */
export async function returningTo<T>(page: TurnPage, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } finally {
    page.focus();
  }
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
  const { answerFiles, sender, turnActions } = parts;
  return {
    useTurn: async ({ turnId, action }, shown) => {
      const use = () => asShown(page, () => turnActions.use(page.chat, { turnId, action, shown }));
      await (action === "askAgain" ? returningTo(page, use) : use());
    },
    useOutput: ({ action, ...ref }) => parts.output.use(page.chat.conversation, ref, action),
    goToRange: (ref) => answerFiles.goTo(page.chat.conversation, ref),
    existingFiles: ({ turnId, paths }) =>
      answerFiles.existing(page.chat.conversation, turnId, paths),
    openFile: ({ turnId, file }) => answerFiles.open(page.chat.conversation, turnId, file),
    reviewAllChanges: (ref) => answerFiles.review(page.chat.conversation, ref),
    undoAnswer: ({ turnId }) => answerFiles.undo(page.chat.conversation, turnId),
    openLink: ({ url }) => openLink(url, page.chat.held),
    revealAttachment: ({ turnId, attachmentId }) =>
      parts.selection.attacher.reveal(
        page.chat.conversation
          .get(turnId)
          ?.question.attachments?.find(({ id }) => id === attachmentId),
      ),
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
          await decideHub(parts, page.chat, { action, turnId, shown });
          await page.redraw();
        });
      else {
        if (action === "enterModelKey" && turnId !== undefined)
          await perform(action, turn?.asked.modelId);
        else await perform(action);
        // When a box of VS Code closes, an open editor gets the focus.
        if (!leading.has(action)) page.focus();
      }
    },
  };
}
