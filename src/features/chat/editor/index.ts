import type * as vscode from "vscode";
import type { Own } from "../../../kit/disposable";
import { lazy } from "../../../kit/lazy";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { Settings } from "../../../platform/core/ports";
import type { EditorSettings } from "../../../platform/editor/settings";
import type { Workbench } from "../../../platform/editor";
import type { Command } from "../../../platform/editor/commands";
import { setContext } from "../../../platform/editor/contextKeys";
import type { LastEditor } from "../../../platform/editor/lastEditor";
import type { Asking } from "../../asking/core";
import type { Chat } from "../../asking/core/chat";
import { Recalled } from "../../asking/core/recalled";
import { ExpertChoices } from "../../asking/editor/expertChoices";
import type { AttachmentsFeature } from "../../attachments/editor";
import type { AnswerFiles } from "../../changes/editor/answerFiles";
import type { AppliedChanges } from "../../changes/editor/review/appliedChanges";
import type { ReviewProgresses } from "../../changes/editor/review/reviewProgresses";
import type { Output } from "../../changes/editor/output";
import type { Conversation } from "../../conversation/core/conversation";
import type { Turn } from "../../conversation/core/turn";
import type { HubInUse } from "../../experts/core/setup";
import type { DefaultExpertSetting } from "../../experts/editor/defaultExpertSetting";
import type { StoredExtras } from "../../connection/editor/storedExtras";
import type { FileExperts } from "../../experts/core/fileExperts";
import type { ChosenModels } from "../../models/core/chosenModels";
import type { ContextSizes } from "../../models/core/contextSizes";
import type { Prompts } from "../../prompts/editor";
import type { ChatPage, ChatPageParts } from "./chatPage";
import { ChatPanels } from "./chatPanels";
import { ChatPresenter } from "./chatPresenter";
import { newConversation, openChat, openChatInEditor, pageCommands, usePrompt } from "./commands";
import { ConversationArgument } from "./conversationArgument";
import { type HandlerParts, handlersFor } from "./handlers";
import { PageFocus } from "./pageFocus";
import { startWithSummary } from "./summary";
import { ShownPictures } from "./shownPictures";
import { TurnActions } from "./turnActions";

interface ChatParts
  extends
    Pick<HubInUse, "connection" | "roster" | "setup">,
    Pick<Workbench, "notify" | "snapshots"> {
  readonly contexts: ContextSizes;
  readonly models: ChosenModels;
  readonly extras: Pick<StoredExtras, "get">;
  readonly fileExperts: Pick<FileExperts, "reasoningEffortOf">;
  readonly asking: Asking;
  readonly settings: Settings & Pick<EditorSettings, "sendKey">;
  readonly defaultExpert: Pick<DefaultExpertSetting, "current" | "offerMissing" | "onDidChange">;
  readonly selection: AttachmentsFeature;
  readonly output: Output;
  readonly prompts: Prompts;
  readonly answerFiles: AnswerFiles;
  readonly reviews: ReviewProgresses;
  readonly applied: AppliedChanges;
  readonly lastEditor: LastEditor;
  readonly extensionUri: vscode.Uri;
  readonly own: Own;
}

export interface ChatFeature {
  readonly choices: ExpertChoices;
  readonly argument: ConversationArgument;
  readonly panels: ChatPanels;
  readonly pageParts: ChatPageParts & { focus: PageFocus };
  readonly handlerParts: HandlerParts;
  readonly commands: readonly Command[];
}

/** The pages that show conversations. */
export function buildChat(parts: ChatParts): ChatFeature {
  const { connection, defaultExpert, lastEditor, notify, own } = parts;
  const { prompts, roster, selection, snapshots } = parts;
  const { conversations, chats, sender, queue } = parts.asking;
  own(conversations.onDidRemove((id) => snapshots.forget(id)));
  own(conversations.onDidRemove((id) => selection.changes.forget(id)));
  own(conversations.onDidRemove((id) => parts.applied.forget(id)));
  own(chats.onDidAnswer(noteAnswer));
  const choices = new ExpertChoices(roster, sender, {
    canAdd: () => connection.hub?.builtIn === true,
    refusal: (id) => parts.models.refusal(id, connection.policy.current),
  });
  const focus = own(new PageFocus());
  const shownPictures = own(new ShownPictures());
  own(conversations.onDidRemove((id) => shownPictures.forget(id)));
  const shared = {
    ...parts,
    ...parts.asking,
    origins: selection.origins,
    attachmentChanges: selection.changes,
    suggested: selection.suggested,
    instructions: selection.instructions,
    choices,
    pictures: conversations.pictures,
    shownPictures,
    openSide: () => panels.openSide(),
  };
  const { suggested } = selection;
  let inView = false;
  own(
    chats.places.onDidChange(() => {
      const { isAnyVisible } = chats.places;
      suggested.follow(isAnyVisible);
      if (isAnyVisible === inView) return;
      inView = isAnyVisible;
      fireAndForget(() => setContext("expertHub.chatInView", isAnyVisible));
    }),
  );
  const presenter = own(new ChatPresenter(shared));
  const handlerParts: HandlerParts = {
    ...shared,
    turnActions: new TurnActions(shared),
    presenter,
    recalled: new Recalled(),
    focus,
  };
  const pageParts = {
    presenter,
    focus,
    handlers: (page: ChatPage) => handlersFor(page, handlerParts),
    hold: (chat: Chat) => chats.hold(chat),
  };
  const panels = own(new ChatPanels(parts.extensionUri, chats, pageParts));
  const argument = new ConversationArgument(chats);
  const notices = lazy(async () => {
    const [{ AnswerNotices }, { noticeWindow }] = await Promise.all([
      import("./answerNotices"),
      import("./noticeWindow"),
    ]);
    return own(
      new AnswerNotices({
        chats,
        conversations,
        panels,
        notify,
        window: noticeWindow(chats.places),
      }),
    );
  });
  own(
    sender.onDidSettle(async (settled) => {
      // Another chat may come into view at once, such as the one that goes on with a summary.
      const wasVisible = chats.places.isVisible(settled.chat.conversation.id);
      (await notices()).settled(settled, wasVisible);
    }),
  );
  own(
    chats.places.onDidChange(async () => {
      if (chats.shown.some(({ pending }) => pending.current)) (await notices()).hidden();
    }),
  );
  own(queue.onDidPause(async (paused) => (await notices()).paused(paused)));
  return {
    choices,
    argument,
    panels,
    pageParts,
    handlerParts,
    commands: [
      newConversation(chats, panels, defaultExpert, notify),
      openChat(panels, focus, lastEditor),
      openChatInEditor(argument, panels),
      usePrompt(prompts, chats, panels),
      startWithSummary({ chats, sender, panels }, argument),
      ...pageCommands(panels, focus),
    ],
  };
}

/** Tells VS Code, for its menus and for the walkthrough. */
function noteAnswer({ turns }: Conversation): void {
  fireAndForget(() => setContext("expertHub.hasAnswer", true));
  if (turns.some(isAnswerAboutSelection))
    fireAndForget(() => setContext("expertHub.hasAskedSelection", true));
}

/** A whole file has no lines. */
function isAnswerAboutSelection({ question: { attachments = [] }, result }: Turn): boolean {
  return result.state === "done" && attachments.some(({ lines }) => lines !== undefined);
}
