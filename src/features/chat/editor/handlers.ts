import type { Chat } from "../../asking/core/chat";
import type { Recalled } from "../../asking/core/recalled";
import { answerHandlers } from "./answerHandlers";
import { completionHandlers } from "./completionHandlers";
import { heldHandlers } from "./heldHandlers";
import { otherAnswerHandlers, runCompare } from "./otherAnswerHandlers";
import { previewHandlers } from "./previewHandlers";
import { problemHandlers } from "./problemHandlers";
import type { Snapshots } from "../../../platform/editor/snapshots";
import type { ChatPresenter } from "./chatPresenter";
import type { ExpertOptions } from "../../asking/core/options";
import type { ExpertChoices } from "../../asking/editor/expertChoices";
import type { ArgsOf, CallName, ResultOf } from "../../../page/protocol/messages";
import { HubError } from "../../../contract/errors";
import type { AttachmentsFeature } from "../../attachments/editor";
import type { AnswerFiles } from "../../changes/editor/answerFiles";
import type { Output } from "../../changes/editor/output";
import { malformed, textIn, wholeNumberIn } from "./callArguments";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { OpenChats } from "../../asking/core/openChats";
import type { QuestionQueue } from "../../asking/core/questionQueue";
import type { PageFocus } from "./pageFocus";
import type { QuestionSender } from "../../asking/core/questionSender";
import type { TurnActions } from "./turnActions";
import type { Connection } from "../../connection/core/connection";
import type { Roster } from "../../experts/core/roster";
import type { Prompts } from "../../prompts/editor";
import { promptSection } from "../../prompts/editor/promptRows";
import {
  oneOf,
  queueActions,
  pageParts,
  turnActions,
  type PageCommand,
  type QuestionMarks,
} from "../../../contract/vocabulary";
import type { ChatView } from "../../../page/protocol/views";

/** One handler for each call of the page; the compiler reports any that is missing. */
export type Handlers = {
  [N in CallName]: (
    args: ArgsOf<N>,
    /** What the page showed when it called. */
    shown?: QuestionMarks,
  ) => ResultOf<N> | Promise<ResultOf<N>>;
};

/** What the handlers need of the calling page. */
export interface PageHandle {
  readonly chat: Chat;
  view(): Promise<ChatView>;
  redraw(): Promise<void>;
  sendEarlier(): void;
  entered(): void;
  /** Puts the cursor into the composer. */
  focus(): void;
  run(command: PageCommand): void;
  /** True for the conversation that it shows, and for those that it showed before. */
  hasShown(conversationId: string): boolean;
}

export interface HandlerParts {
  chats: OpenChats;
  sender: QuestionSender;
  queue: QuestionQueue;
  selection: AttachmentsFeature;
  choices: ExpertChoices;
  output: Output;
  answerFiles: AnswerFiles;
  options: ExpertOptions;
  turnActions: TurnActions;
  prompts: Prompts;
  connection: Connection;
  roster: Roster;
  recalled: Recalled;
  focus: PageFocus;
  presenter: Pick<ChatPresenter, "turn">;
  snapshots: Snapshots;
}

/** Handles the page's calls. Ids are looked up in the page's own chats; text to insert is never accepted. */
export function handlersFor(page: PageHandle, parts: HandlerParts): Handlers {
  const { chats, sender, choices, options } = parts;
  const inChat =
    <T>(use: (chat: Chat) => T) =>
    () =>
      use(page.chat);
  /** When a box of VS Code closes, an open editor gets the focus: what is typed next would go there. */
  const returning =
    <T>(use: (chat: Chat) => Promise<T>) =>
    async (): Promise<T> => {
      try {
        return await use(page.chat);
      } finally {
        page.focus();
      }
    };
  /** The page sends no question before it shows what was picked. */
  const picking =
    (pick: (chat: Chat, onClosed: () => void) => Promise<void>) => async (): Promise<void> => {
      await pick(page.chat, () => page.focus());
      await page.redraw();
    };
  /** If the state is not what the page showed, the call is refused and the page is updated. */
  const asShown = async (act: () => Promise<unknown>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      if (error instanceof HubError && error.kind === "conflict") await page.redraw();
      throw error;
    }
  };
  /** The text is the draft until it was sent; what is typed meanwhile is no part of it. */
  const sending =
    (send: (chat: Chat, typed: string, shown?: QuestionMarks) => Promise<unknown>) =>
    async (args: { text: string }, shown?: QuestionMarks): Promise<void> => {
      const typed = textIn(args, "text");
      const conversationId = shown?.conversation ?? page.chat.conversation.id;
      if (!page.hasShown(conversationId)) throw malformed();
      await chats.saveTyped(conversationId, typed, page);
      await asShown(() => send(page.chat, typed, shown));
      await page.redraw();
    };
  return {
    ready: () => page.view(),
    entered: () => {
      page.entered();
    },
    focused: (args) => {
      parts.focus.set(page, oneOf(pageParts, args.part));
    },
    earlier: () => {
      page.sendEarlier();
    },
    send: sending((chat, typed, shown) => sender.send(chat, { typed, shown })),
    enqueue: sending((chat, typed, shown) => parts.queue.add(chat, shown, typed)),
    useQueue: async (args, shown) => {
      const action = oneOf(queueActions, args.action);
      if (!action) throw malformed();
      const id = action === "continue" || action === "clear" ? "" : textIn(args, "questionId");
      await asShown(() => parts.queue.use(page.chat, { action, id, shown }));
    },
    compare: sending((chat, _, shown) => {
      sender.expectShown(chat, shown);
      return runCompare(chat);
    }),
    ...otherAnswerHandlers(page, parts),
    stop: inChat((chat) => sender.stop(chat)),
    ...heldHandlers(page, chats.places.notices),
    saveDraft: (args) => {
      const conversationId = textIn(args, "conversationId");
      if (!page.hasShown(conversationId)) throw malformed();
      return chats.saveTyped(conversationId, textIn(args, "text"), page);
    },
    attach: returning(async (chat) =>
      (await import("./attaching")).attachPicked(chat, parts.selection, () => page.focus()),
    ),
    attachDropped: async (args) => {
      const uris: unknown = args.uris;
      if (!Array.isArray(uris) || !uris.every((uri) => typeof uri === "string")) throw malformed();
      const { attachDropped } = await import("./attaching");
      await returning((chat) => attachDropped(chat, uris, parts.selection))();
    },
    attachSuggested: inChat(async (chat) => {
      const { attachSuggested } = await import("./attaching");
      await attachSuggested(chat, parts.selection);
      await page.redraw();
    }),
    removeAttachment: async (args) => {
      page.chat.detach(textIn(args, "id"));
      await page.redraw();
    },
    updateAttachment: async (args) => {
      await parts.selection.attacher.update(page.chat, textIn(args, "id"));
      await page.redraw();
    },
    revealAttachment: (args) =>
      parts.selection.attacher.reveal(
        page.chat.conversation
          .get(textIn(args, "turnId"))
          ?.question.attachments?.find(({ id }) => id === args.attachmentId),
      ),
    recallQuestion: async (args) => {
      const text = parts.recalled.recall(page.chat, wholeNumberIn(args, "back"));
      await page.redraw();
      return text;
    },
    pickExpert: picking((chat, onClosed) => choices.pickExpert(chat, onClosed)),
    pickAbility: picking(async (chat, onClosed) => {
      const prompts = await parts.prompts.list();
      const prompt = await choices.pickAbility(chat, promptSection(prompts), onClosed);
      // It may ask for values, for as long as the user likes.
      if (prompt)
        fireAndForget(async () => {
          await parts.prompts.use(chat, prompt);
          page.focus();
        });
    }),
    pickModel: picking((chat, onClosed) => choices.pickModel(chat, onClosed)),
    ...completionHandlers(page, parts, asShown),
    useAbility: async (args, shown) => {
      const abilityId = wholeNumberIn(args, "abilityId");
      await asShown(async () => {
        sender.expectShown(page.chat, shown && { hub: shown.hub, expert: shown.expert });
        await choices.useAbility(page.chat, abilityId);
        await page.redraw();
      });
    },
    setOptions: async (args, shown) => {
      const expertId = sender.expertOf(page.chat)?.id;
      if (expertId === undefined) return;
      await asShown(async () => {
        sender.expectShown(page.chat, shown && { hub: shown.hub, expert: shown.expert });
        await options.choose(expertId, args.options);
        await page.redraw();
      });
    },
    ...previewHandlers(page, parts),
    useTurn: async (args, shown) => {
      const action = oneOf(turnActions, args.action);
      if (!action) throw malformed();
      const turnId = textIn(args, "turnId");
      const use = () => asShown(() => parts.turnActions.use(page.chat, { turnId, action, shown }));
      await (action === "askAgain" ? returning(use)() : use());
    },
    ...answerHandlers(page, parts),
    ...problemHandlers(page, parts, asShown),
  };
}
