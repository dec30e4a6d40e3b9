import { policyPlaceOf } from "./features/models/core/chosenModels";
import type * as vscode from "vscode";
import { buildActivity } from "./features/activity/editor";
import { activityNames } from "./features/experts/editor/activityNames";
import { buildAgents, type Agents } from "./features/agents/editor";
import { buildAskAbout } from "./features/askAbout/editor";
import { buildAsking } from "./features/asking/core";
import { buildAsk } from "./features/asking/editor";
import { QuestionTools } from "./features/asking/core/questionTools";
import { WorkspacePermissions } from "./features/asking/core/workspacePermissions";
import { confirmationFor } from "./features/asking/editor/confirmation";
import { permissions as permissionsCommand } from "./features/asking/editor/permissions";
import { buildAttachments } from "./features/attachments/editor";
import { buildInsertion } from "./features/changes/editor";
import { buildChat, type ChatFeature } from "./features/chat/editor";
import { buildCompare, type CompareFeature } from "./features/compare/editor";
import { buildConnection } from "./features/connection/editor";
import { removeHub } from "./features/experts/core/removeHub";
import { buildExperts } from "./features/experts/editor";
import type { ExpertsTree } from "./features/experts/editor/expertsTree";
import { buildHistory, type HistoryFeature } from "./features/history/editor";
import { Retention } from "./features/history/editor/retention";
import type { ConversationsTree } from "./features/history/editor/conversationsTree";
import { buildModels } from "./features/models/editor";
import type { HubAndExperts } from "./hubAndExperts";
import { buildPrompts } from "./features/prompts/editor";
import { fireAndForget } from "./kit/unexpectedErrors";
import { Owner, type Own } from "./kit/disposable";
import { buildWorkbench } from "./platform/editor";
import { Commands } from "./platform/editor/commands";
import type { LastEditor } from "./platform/editor/lastEditor";
import type { ChannelLog } from "./platform/editor/log";
import { RefusedSettings } from "./platform/editor/settings";
import { isTrusted } from "./platform/editor/restricted";
import { buildStorage } from "./platform/editor/storage";

/** What activation and the first view have already built. */
interface FeaturesParts {
  readonly hub: HubAndExperts;
  readonly context: vscode.ExtensionContext;
  readonly log: ChannelLog;
  readonly expertsTree: ExpertsTree;
  readonly conversationsTree: ConversationsTree;
  readonly lastEditor: LastEditor;
}

/** Everything beyond the hub and its experts that the commands and the chat need. */
export class Features extends Owner {
  readonly commands: Commands;
  readonly panels: ChatFeature["panels"];
  readonly comparisons: CompareFeature["panels"];
  readonly agents: Agents;
  readonly conversationRows: HistoryFeature["rows"];
  /** The conversation of the last time is back, or could not be read. */
  readonly ready: Promise<void>;
  /** Resolves once nothing is being saved any longer. */
  readonly settle: () => Promise<void>;

  constructor(parts: FeaturesParts) {
    super();
    const { hub, context, log, expertsTree, conversationsTree, lastEditor } = parts;
    const own: Own = (owned) => this.register(owned);
    const { roster, settings, setup } = hub;
    // The first page waits for the answer, which takes a while.
    fireAndForget(() => setup.nextSetupStep());
    const inView = () => asking.chats.places.inView?.pending;
    const workbench = buildWorkbench(log, { chat: inView }, own);
    const selection = buildAttachments(settings, lastEditor, own);
    const storage = buildStorage(context);
    own(new Retention({ context, policy: hub.policy }));
    own(new RefusedSettings(settings));
    const tools = new QuestionTools({ ...hub, isTrusted });
    const permissions = new WorkspacePermissions(storage.workspaceStore);
    const confirmation = confirmationFor({
      ...hub,
      tools,
      permissions,
      inView,
      reveal: (...place) => selection.attacher.reveal(...place),
    });
    const { instructions } = selection;
    const asking = buildAsking({
      ...hub,
      storage,
      confirmation,
      permissions,
      tools,
      instructions,
      own,
    });
    const { chats, sender } = asking;
    const insertion = buildInsertion({
      context,
      workbench,
      selection,
      lastEditor,
      chats,
      kept: {
        folder: storage.undoFolder,
        historyDays: () => hub.policy.current.historyDays,
      },
      own,
    });
    const prompts = buildPrompts({ ...workbench, context, roster, selection, chats, sender, own });
    const chat = buildChat({
      ...hub,
      ...workbench,
      asking,
      selection,
      output: insertion.output,
      prompts: prompts.prompts,
      answerFiles: insertion.answerFiles,
      reviews: insertion.progress,
      applied: insertion.applied,
      lastEditor,
      extensionUri: context.extensionUri,
      own,
    });
    const { choices, panels } = chat;
    const stopQuestions = () => asking.runner.stopAll();
    const connection = buildConnection({ ...hub, ...workbench, stopQuestions });
    const models = buildModels({ ...hub, ...workbench });
    const experts = buildExperts({
      ...hub,
      ...workbench,
      extensionId: context.extension.id,
      tree: expertsTree,
      prompts: connection.prompts,
      removeHub: removeHub({
        ...hub,
        otherOrigins: () => hub.models.list.map(policyPlaceOf),
        options: asking.options,
        stopQuestions,
      }),
      own,
      choose: (...choice) => choices.choose(chats.shown[0], ...choice),
      lastAnswer: () => chats.lastAnswer?.turn,
      openChat: () => panels.openSide(),
      revealChat: () => panels.revealSide(),
      onAdded: (expertIds) => models.useNewest(expertIds),
    });
    const conversations = buildHistory({
      ...hub,
      asking,
      chat,
      workbench,
      tree: conversationsTree,
      own,
    });
    const comparisons = buildCompare({
      ...hub,
      ...workbench,
      asking,
      chat,
      extensionUri: context.extensionUri,
      listModels: models.listKnown,
      own,
    });
    const ask = buildAsk({ asking, roster, settings, setup, choices, panels, selection });
    const askAbout = buildAskAbout({ ...workbench, asking, setup, panels, selection });
    const agents = buildAgents({ ...hub, ...workbench, context, asking, selection, log, own });

    const activity = buildActivity({
      ...workbench,
      activity: hub.activity,
      names: activityNames(hub),
      openTurn: ({ conversationId, turnId }) => panels.showConversation(conversationId, turnId),
    });
    own(insertion.applied.onDidInsert((inserted) => activity.noteInsertion(inserted)));

    const allowed = permissionsCommand({
      ...workbench,
      list: async () => [
        ...confirmation.permissions(chats.shown.map(({ conversation }) => conversation)),
        ...hub.connection.plainHttp.permissions,
        ...(await agents.permissions()),
      ],
    });

    this.panels = panels;
    this.comparisons = comparisons.panels;
    this.agents = agents;
    this.conversationRows = conversations.rows;
    this.ready = chats.restore().catch((error: unknown) => workbench.notify.failure(error));
    this.settle = async () => {
      await Promise.all([
        asking.conversations.settle(),
        insertion.applied.settle(),
        hub.activity.close(),
      ]);
    };
    fireAndForget(() => hub.activity.expire());
    own(settings.onDidChange(() => hub.activity.days === 0 && hub.activity.expire()));
    const features = [
      workbench,
      insertion,
      prompts,
      chat,
      connection,
      experts,
      models,
      conversations,
      comparisons,
      ask,
      askAbout,
      agents,
      activity,
    ];
    this.commands = new Commands(
      [allowed, ...features.flatMap(({ commands }) => commands)],
      workbench.notify,
    );
  }
}
