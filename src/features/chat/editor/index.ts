import type * as vscode from "vscode";
import { QuestionRunner } from "../../asking/core/questionRunner";
import { ExpertOptions } from "../../asking/core/options";
import type { Chat } from "../../asking/core/chat";
import type { Confirmation } from "../../asking/core/confirmation";
import { QuestionQueue } from "../../asking/core/questionQueue";
import { QuestionSender } from "../../asking/core/questionSender";
import { OpenChats } from "../../asking/core/openChats";
import type { Conversation } from "../../conversation/core/conversation";
import type { Turn } from "../../conversation/core/turn";
import { Recalled } from "../../asking/core/recalled";
import type { Settings } from "../../../platform/core/ports";
import { Conversations } from "../../conversation/core/conversations";
import type { Own } from "../../../kit/disposable";
import { lazy } from "../../../kit/lazy";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { pageCommands } from "../../../contract/vocabulary";
import type { Storage } from "../../../platform/editor/storage";
import type { Core } from "../../../core";
import type { DefaultExpert } from "../../experts/core/defaultExpert";
import type { ConfiguredExpert } from "../../experts/editor/configuredExpert";
import { ExpertChoices } from "../../experts/editor/expertChoices";
import type { AnswerFiles } from "../../changes/editor/answerFiles";
import type { Output } from "../../changes/editor/output";
import type { Prompts } from "../../prompts/editor";
import type { Selection } from "../../attachments/editor";
import type { Workbench } from "../../../platform/editor";
import type { Command } from "../../../platform/editor/command";
import { setContext } from "../../../platform/editor/contextKeys";
import type { LastEditor } from "../../../platform/editor/lastEditor";
import type { ChatPage, ChatPageParts } from "./chatPage";
import { ChatPanels } from "./chatPanels";
import { ChatPresenter } from "./chatPresenter";
import { ConversationArgument } from "./conversationArgument";
import { handlersFor, type HandlerParts } from "./handlers";
import { newConversation } from "./newConversation";
import { openChat } from "./openChat";
import { openChatInEditor } from "./openChatInEditor";
import { HubChoice } from "./hubChoice";
import { pageCommand } from "./pageCommand";
import { PageFocus } from "./pageFocus";
import { toggleFocus } from "./toggleFocus";
import { TurnActions } from "./turnActions";

export interface ChatParts {
  readonly core: Pick<Core, "account" | "builtInHub" | "connection" | "roster" | "setup" | "store">;
  readonly settings: Settings;
  readonly defaultExpert: DefaultExpert & Pick<ConfiguredExpert, "offerMissing">;
  readonly workbench: Pick<Workbench, "notify" | "snapshots">;
  readonly selection: Selection;
  readonly output: Output;
  readonly prompts: Prompts;
  readonly answerFiles: AnswerFiles;
  /** What the user has to confirm before a question is sent. */
  readonly confirmation: Confirmation;
  readonly lastEditor: LastEditor;
  readonly extensionUri: vscode.Uri;
  readonly storage: Storage;
  readonly own: Own;
}

export interface ChatFeature {
  readonly runner: QuestionRunner;
  readonly conversations: Conversations;
  readonly chats: OpenChats;
  readonly sender: QuestionSender;
  readonly options: ExpertOptions;
  readonly choices: ExpertChoices;
  readonly argument: ConversationArgument;
  readonly panels: ChatPanels;
  readonly pageParts: ChatPageParts & { focus: PageFocus };
  readonly handlerParts: HandlerParts;
  readonly commands: readonly Command[];
}

/** Conversations and the pages that show them, from composing to rendering. */
export function buildChat(parts: ChatParts): ChatFeature {
  const { core, settings, workbench, selection, output, prompts, confirmation } = parts;
  const { defaultExpert, lastEditor, storage, own } = parts;
  const { account, builtInHub, connection, roster, setup } = core;
  const { notify, snapshots } = workbench;
  const runner = own(new QuestionRunner({ connection, roster, account, settings }));
  const conversations = own(new Conversations(storage.conversationFiles));
  own(conversations.onDidRemove((id) => snapshots.forget(id)));
  own(conversations.onDidRemove((id) => selection.changes.forget(id)));
  const chats = own(new OpenChats(storage.workspaceStore, conversations));
  own(chats.onDidAnswer(noteAnswer));
  const options = own(new ExpertOptions(connection, core.store, settings));
  const sender = own(
    new QuestionSender({
      connection,
      runner,
      roster,
      options,
      chats,
      defaultExpert,
      confirmation,
    }),
  );
  const queue = own(new QuestionQueue(sender, chats));
  const choices = new ExpertChoices(roster, sender, () => connection.hub?.builtIn === true);
  const presenter = own(
    new ChatPresenter({
      connection,
      roster,
      setup,
      options,
      settings,
      defaultExpert,
      origins: selection.origins,
      attachmentChanges: selection.changes,
      sender,
    }),
  );
  const turnActions = new TurnActions({
    builtInHub,
    connection,
    roster,
    chats,
    sender,
    snapshots,
    notify,
    prompts,
    openSide: () => panels.openSide(),
  });
  const focus = new PageFocus();
  const handlerParts: HandlerParts = {
    chats,
    sender,
    queue,
    selection,
    choices,
    output,
    answerFiles: parts.answerFiles,
    options,
    turnActions,
    prompts,
    hubChoice: new HubChoice(connection, sender),
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
  const argument = new ConversationArgument(conversations, chats);
  const notices = lazy(async () => {
    const [{ AnswerNotices }, { noticeWindow: window }] = await Promise.all([
      import("./answerNotices"),
      import("./noticeWindow"),
    ]);
    return own(new AnswerNotices({ chats, conversations, panels, notify, window }));
  });
  own(sender.onDidSettle(async (settled) => (await notices()).settled(settled)));
  own(queue.onDidPause(async (paused) => (await notices()).paused(paused)));
  return {
    runner,
    conversations,
    chats,
    sender,
    options,
    choices,
    argument,
    panels,
    pageParts,
    handlerParts,
    commands: [
      newConversation(chats, panels, defaultExpert),
      openChat(panels),
      openChatInEditor(argument, panels),
      toggleFocus(panels, focus, lastEditor),
      ...pageCommands.map((command) => pageCommand(command, panels, focus)),
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
