import path from "node:path";
import type * as vscode from "vscode";
import { Owner, type Own } from "../kit/disposable";
import { DiskFiles } from "./adapters/diskFiles";
import { MementoStore } from "./adapters/mementoStore";
import { buildAsk, confirmationFor } from "./ask";
import { buildChat } from "./chat";
import type { ChatPanels } from "./chat/chatPanels";
import { buildConnection } from "./connection";
import { buildConversations } from "./conversations";
import type { ConversationRows } from "./conversations/conversationRows";
import type { Core } from "./core";
import { buildExperts } from "./experts";
import type { ExpertsTree } from "./experts/expertsTree";
import { buildInsertion } from "./insertion";
import { buildSelection } from "./selection";
import { buildWorkbench } from "./workbench";
import { Commands } from "./workbench/commands";
import type { LastEditor } from "./workbench/lastEditor";
import type { ChannelLog } from "./workbench/log";

/** The core, and what activation has built already. */
export interface FeaturesParts {
  readonly core: Core;
  readonly context: vscode.ExtensionContext;
  readonly log: ChannelLog;
  readonly expertsTree: ExpertsTree;
  readonly lastEditor: LastEditor;
}

/** All that the commands and the chat need beyond the core. */
export class Features extends Owner {
  readonly commands: Commands;
  readonly panels: ChatPanels;
  readonly conversationRows: ConversationRows;
  /** The conversation of the last time is back, or could not be read. */
  readonly ready: Promise<void>;

  constructor({ core, context, log, expertsTree, lastEditor }: FeaturesParts) {
    super();
    const own: Own = (owned) => this.register(owned);
    const workbench = buildWorkbench(log, own);
    const selection = buildSelection(core, lastEditor, own);
    const chats = () => chat.chats;
    const insertion = buildInsertion({ workbench, selection, lastEditor, chats, own });
    const { fsPath } = context.storageUri ?? context.globalStorageUri;
    const chat = buildChat({
      core,
      settings: core.settings,
      workbench,
      selection,
      output: insertion.output,
      confirmation: confirmationFor(core.keys, core.connection),
      extensionUri: context.extensionUri,
      userStore: new MementoStore(context.globalState),
      workspaceStore: new MementoStore(context.workspaceState),
      files: new DiskFiles(path.join(fsPath, "conversations")),
      own,
    });
    const connection = buildConnection({
      core,
      workbench,
      openChat: () => chat.panels.openSide(),
      stopQuestions: () => chat.runner.stopAll(),
      lastAnswer: () => chat.chats.lastAnswer?.turn,
    });
    const { prompts } = connection;
    const experts = buildExperts({ core, workbench, tree: expertsTree, prompts, own });
    const conversations = buildConversations({ core, workbench, chat, own });
    const ask = buildAsk({ core, chat, selection });

    this.panels = chat.panels;
    this.conversationRows = conversations.rows;
    this.ready = chat.chats.restore().catch((error: unknown) => workbench.notify.failure(error));
    const features = [workbench, insertion, chat, connection, experts, conversations, ask];
    this.commands = new Commands(
      features.flatMap(({ commands }) => commands),
      workbench.notify,
    );
  }
}
