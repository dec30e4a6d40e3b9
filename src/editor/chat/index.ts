import type * as vscode from "vscode";
import { Asking } from "../../app/ask/questionRunner";
import { ExpertOptions } from "../../app/ask/options";
import { Sending, type Confirmation } from "../../app/ask/questionSender";
import { Chats } from "../../app/chat/openChats";
import type { ConversationFiles, Settings, Store } from "../../app/ports";
import { Conversations } from "../../app/savedConversations/conversations";
import type { Own } from "../../kit/disposable";
import { guarded } from "../../kit/unexpectedErrors";
import type { Core } from "../core";
import { ExpertChoices } from "../experts/expertChoices";
import type { Output } from "../insertion/output";
import type { Selection } from "../selection";
import type { Workbench } from "../workbench";
import type { Command } from "../workbench/command";
import { setContext } from "../workbench/contextKeys";
import type { ChatPageParts } from "./chatPage";
import { ChatViews } from "./chatPanels";
import { ShellViews } from "./chatPresenter";
import { WhichConversation } from "./conversationArgument";
import { handlersFor, type HandlerParts } from "./handlers";
import { newConversation } from "./newConversation";
import { openChat } from "./openChat";
import { openChatInEditor } from "./openChatInEditor";
import { TurnActions } from "./turnActions";

export interface ChatParts {
  readonly core: Pick<Core, "account" | "builtInHub" | "connection" | "roster" | "setup">;
  readonly settings: Settings;
  readonly workbench: Pick<Workbench, "notify" | "snapshots">;
  readonly selection: Selection;
  readonly output: Output;
  /** What the user is asked before a question is sent. */
  readonly confirmation: Confirmation;
  readonly extensionUri: vscode.Uri;
  readonly userStore: Store;
  readonly workspaceStore: Store;
  readonly files: ConversationFiles;
  readonly own: Own;
}

export interface ChatFeature {
  readonly runner: Asking;
  readonly conversations: Conversations;
  readonly chats: Chats;
  readonly sender: Sending;
  readonly choices: ExpertChoices;
  readonly argument: WhichConversation;
  readonly panels: ChatViews;
  readonly pageParts: ChatPageParts;
  readonly handlerParts: HandlerParts;
  readonly commands: readonly Command[];
}

/** Conversations and the pages that show them, from what is composed to what is drawn. */
export function buildChat(parts: ChatParts): ChatFeature {
  const { core, settings, workbench, selection, output, confirmation, own } = parts;
  const { account, builtInHub, connection, roster, setup } = core;
  const { notify, snapshots } = workbench;
  const runner = own(new Asking({ connection, roster, account, settings }));
  const conversations = own(new Conversations(parts.files));
  own(conversations.onDidRemove((id) => snapshots.forget(id)));
  const chats = own(new Chats(parts.workspaceStore, conversations));
  own(chats.onDidAnswer(() => guarded(() => setContext("expertHub.hasAnswer", true))));
  const options = own(new ExpertOptions(connection, parts.userStore, settings));
  const sender = new Sending({ connection, asking: runner, roster, options, chats, confirmation });
  const choices = new ExpertChoices(roster, sender);
  const shells = own(
    new ShellViews({
      connection,
      roster,
      setup,
      options,
      settings,
      targets: selection.origins,
      sending: sender,
    }),
  );
  const turnActions = new TurnActions({
    builtInHub,
    connection,
    settings,
    roster,
    chats,
    sending: sender,
    snapshots,
    notify,
    openSide: () => panels.openSide(),
  });
  const handlerParts: HandlerParts = {
    chats,
    sending: sender,
    composing: selection.attacher,
    choices,
    output,
    options,
    turnActions,
  };
  const pageParts: ChatPageParts = {
    shells,
    handlers: (page) => handlersFor(page, handlerParts),
    hold: (chat) => chats.hold(chat),
  };
  const panels = own(new ChatViews(parts.extensionUri, chats, pageParts));
  const argument = new WhichConversation(conversations, chats);
  return {
    runner,
    conversations,
    chats,
    sender,
    choices,
    argument,
    panels,
    pageParts,
    handlerParts,
    commands: [
      newConversation(chats, panels),
      openChat(panels),
      openChatInEditor(argument, panels),
    ],
  };
}
