import type * as vscode from "vscode";
import { Owner, type Own } from "./kit/disposable";
import { removeHub } from "./features/experts/core/removeHub";
import { buildStorage } from "./platform/editor/storage";
import { buildAgents, type Agents } from "./features/agents/editor";
import { buildAsk, confirmationFor } from "./features/asking/editor";
import { buildAskAbout } from "./features/askAbout/editor";
import { buildChat, type ChatFeature } from "./features/chat/editor";
import { buildConnection } from "./features/connection/editor";
import { buildConversations, type ConversationsFeature } from "./features/history/editor";
import type { ConversationsTree } from "./features/history/editor/conversationsTree";
import type { Core } from "./core";
import { ConfiguredExpert } from "./features/experts/editor/configuredExpert";
import { buildExperts, type ExpertsParts } from "./features/experts/editor";
import { buildInsertion } from "./features/changes/editor";
import { buildModels } from "./features/models/editor";
import { buildPrompts } from "./features/prompts/editor";
import { buildSelection } from "./features/attachments/editor";
import { buildWorkbench, Commands, type ChannelLog, type LastEditor } from "./platform/editor";

/** The core, and what activation has already built. */
export interface FeaturesParts {
  readonly core: Core;
  readonly context: vscode.ExtensionContext;
  readonly log: ChannelLog;
  readonly expertsTree: ExpertsParts["tree"];
  readonly conversationsTree: ConversationsTree;
  readonly lastEditor: LastEditor;
}

/** Everything beyond the core that the commands and the chat need. */
export class Features extends Owner {
  readonly commands: Commands;
  readonly panels: ChatFeature["panels"];
  readonly agents: Agents;
  readonly conversationRows: ConversationsFeature["rows"];
  /** The conversation of the last time is back, or could not be read. */
  readonly ready: Promise<void>;

  constructor(parts: FeaturesParts) {
    super();
    const { core, context, log, expertsTree, conversationsTree, lastEditor } = parts;
    const own: Own = (owned) => this.register(owned);
    const workbench = buildWorkbench(log, core.connection, own);
    const selection = buildSelection(core, lastEditor, own);
    const chats = () => chat.chats;
    const insertion = buildInsertion({ context, workbench, selection, lastEditor, chats, own });
    const savedPrompts = buildPrompts({
      context,
      roster: core.roster,
      selection,
      chats,
      sender: () => chat.sender,
      show: (shown) =>
        shown === chats().side ? chat.panels.openSide() : chat.panels.openTab(shown),
      own,
    });
    const defaultExpert = own(new ConfiguredExpert({ ...core, editor: selection.selectedEditor }));
    const chat = buildChat({
      core,
      defaultExpert,
      settings: core.settings,
      workbench,
      selection,
      output: insertion.output,
      prompts: savedPrompts.prompts,
      answerFiles: insertion.answerFiles,
      confirmation: confirmationFor(core),
      lastEditor,
      extensionUri: context.extensionUri,
      storage: buildStorage(context),
      own,
    });
    const stopQuestions = () => chat.runner.stopAll();
    const connection = buildConnection({
      core,
      workbench,
      removeHub: removeHub({ ...core, options: chat.options, stopQuestions }),
      openChat: () => chat.panels.openSide(),
      stopQuestions,
      lastAnswer: () => chat.chats.lastAnswer?.turn,
      onAdded: (expertIds) => models.useNewest(expertIds),
    });
    const { prompts } = connection;
    const experts = buildExperts({
      core,
      workbench,
      selection,
      extensionId: context.extension.id,
      tree: expertsTree,
      prompts,
      own,
      choose: (...choice) => chat.choices.choose(chat.chats.shown[0], ...choice),
      revealChat: () => chat.panels.revealSide(),
    });
    const models = buildModels({ core, workbench });
    const conversations = buildConversations({
      core,
      workbench,
      chat,
      tree: conversationsTree,
      own,
    });
    const ask = buildAsk({ core, chat, selection });
    const askAbout = buildAskAbout({ core, workbench, chat, selection });
    const agents = buildAgents({ core, context, chat, selection, workbench, log, own });

    this.panels = chat.panels;
    this.agents = agents;
    this.conversationRows = conversations.rows;
    this.ready = chat.chats.restore().catch((error: unknown) => workbench.notify.failure(error));
    const features = [
      workbench,
      insertion,
      savedPrompts,
      chat,
      connection,
      experts,
      models,
      conversations,
      ask,
      askAbout,
      agents,
    ];
    this.commands = new Commands(
      features.flatMap(({ commands }) => commands),
      workbench.notify,
    );
  }
}
