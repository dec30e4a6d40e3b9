import path from "node:path";
import type * as vscode from "vscode";
import type { Core } from "./core";
import type { LastEditor } from "./workbench/lastEditor";
import type { ChannelLog } from "./workbench/log";
import { MementoStore } from "./adapters/mementoStore";
import { Asking } from "../app/ask/questionRunner";
import { Conversations } from "../app/savedConversations/conversations";
import { Connecting } from "./connection/connectionPrompts";
import { ExpertOptions } from "../app/ask/options";
import { confirmationFor } from "./ask/confirmation";
import { Chats } from "../app/chat/openChats";
import { ChatViews } from "./chat/chatPanels";
import { handlersFor } from "./chat/handlers";
import { Sending } from "../app/ask/questionSender";
import { ShellViews } from "./chat/chatPresenter";
import { TurnActions } from "./chat/turnActions";
import { AddExpert } from "./experts/addExpert";
import { Ask } from "./ask/ask";
import { AskExpert } from "./ask/askExpert";
import { AskSelection } from "./ask/askSelection";
import { AttachSelection } from "./ask/attachSelection";
import { CheckConnection } from "./connection/checkConnection";
import { ChooseAbility } from "./experts/chooseAbility";
import { ChooseModel } from "./experts/chooseModel";
import { Connect } from "./connection/connect";
import { CopyId } from "./experts/copyId";
import { FindConversation } from "./conversations/findConversation";
import { Commands } from "./workbench/commands";
import { MoveExpertDown, MoveExpertUp } from "./experts/moveExpert";
import { ExportConversation } from "./conversations/exportConversation";
import { ImportConversation } from "./conversations/importConversation";
import { SearchConversations } from "./conversations/searchConversations";
import { DeleteAllConversations } from "./conversations/deleteAllConversations";
import { DeleteConversation } from "./conversations/deleteConversation";
import { OpenConversation } from "./conversations/openConversation";
import { RenameConversation } from "./conversations/renameConversation";
import { NewConversation } from "./chat/newConversation";
import { OpenChat } from "./chat/openChat";
import { OpenChatInEditor } from "./chat/openChatInEditor";
import { OpenHub } from "./connection/openHub";
import { RefreshExperts } from "./experts/refreshExperts";
import { RemoveExpert } from "./experts/removeExpert";
import { SetApiKey } from "./connection/setApiKey";
import { ApplyReplacement, DiscardReplacement } from "./insertion/settleReplacement";
import { ShowAccount } from "./connection/showAccount";
import { ShowExpert } from "./experts/showExpert";
import { ShowExpertChanges } from "./experts/showExpertChanges";
import { ShowLog } from "./workbench/showLog";
import { SignOut } from "./connection/signOut";
import { StartBuiltInHub } from "./connection/startBuiltInHub";
import { StopBuiltInHub } from "./connection/stopBuiltInHub";
import {
  CopyOutput,
  InsertOutput,
  NewFileFromOutput,
  ReplaceSelection,
} from "./insertion/useOutput";
import { ConversationRows } from "./conversations/conversationRows";
import { DiskFiles } from "./adapters/diskFiles";
import { SavingNotices } from "./conversations/savingNotices";
import { WhichConversation } from "./chat/conversationArgument";
import { ExpertChoices } from "./experts/expertChoices";
import { ExpertDocuments } from "./experts/expertDocument";
import type { ExpertsTree } from "./experts/expertsTree";
import { Composing } from "./selection/selectionAttacher";
import { Insertion } from "./insertion/insertion";
import { Output } from "./insertion/output";
import { Review } from "./insertion/review";
import { SelectedEditor } from "./selection/selectedEditor";
import { Targets } from "./selection/attachmentOrigins";
import { setContext } from "./workbench/contextKeys";
import { guarded } from "../kit/unexpectedErrors";
import { Notify } from "./workbench/notify";
import { Snapshots } from "./workbench/snapshots";
import { Owner } from "../kit/disposable";

/** The core, and what activation has built already. */
export interface FeaturesParts extends Core {
  context: vscode.ExtensionContext;
  log: ChannelLog;
  expertsTree: ExpertsTree;
  lastEditor: LastEditor;
}

/** All that the commands and the chat need beyond the core. */
export class Features extends Owner {
  readonly commands: Commands;
  readonly views: ChatViews;
  readonly conversationRows: ConversationRows;
  /** The conversation of the last time is back, or could not be read. */
  readonly ready: Promise<void>;

  constructor(parts: FeaturesParts) {
    super();
    const {
      context,
      log,
      settings,
      keys,
      builtInHub,
      connection,
      account,
      roster,
      setup,
      lastEditor,
    } = parts;
    const notify = new Notify(log);
    const userStore = new MementoStore(context.globalState);
    const connecting = new Connecting({ settings, keys, connection, account });

    const targets = this.register(new Targets());
    const review = this.register(new Review());
    const snapshots = this.register(new Snapshots());
    const output = new Output(new Insertion(review, lastEditor, snapshots), targets);
    const selectedEditor = this.register(new SelectedEditor());
    const composing = new Composing({ selectedEditor, targets, settings, lastEditor });

    const asking = this.register(new Asking({ connection, roster, account, settings }));
    const { fsPath } = context.storageUri ?? context.globalStorageUri;
    const conversations = this.register(
      new Conversations(new DiskFiles(path.join(fsPath, "conversations"))),
    );
    this.register(new SavingNotices(conversations, notify));
    this.register(conversations.onDidRemove((id) => snapshots.forget(id)));
    const chats = this.register(new Chats(new MementoStore(context.workspaceState), conversations));
    this.register(chats.onDidAnswer(() => guarded(() => setContext("expertHub.hasAnswer", true))));
    const which = new WhichConversation(conversations, chats);
    const options = this.register(new ExpertOptions(connection, userStore, settings));
    const sending = new Sending({
      connection,
      asking,
      roster,
      options,
      chats,
      confirmation: confirmationFor(keys, connection),
    });
    const choices = new ExpertChoices(roster, sending);
    const documents = this.register(new ExpertDocuments(roster));
    const shells = this.register(
      new ShellViews({ connection, roster, setup, options, settings, targets, sending }),
    );
    const turnActions = new TurnActions({
      builtInHub,
      connection,
      settings,
      roster,
      chats,
      sending,
      snapshots,
      notify,
      openSide: () => views.openSide(),
    });
    const views = this.register(
      new ChatViews(context.extensionUri, chats, {
        shells,
        handlers: (page) =>
          handlersFor(page, { chats, sending, composing, choices, output, options, turnActions }),
      }),
    );

    this.views = views;
    this.conversationRows = this.register(new ConversationRows(conversations, chats));
    this.ready = chats.restore().catch((error: unknown) => notify.failure(error));
    this.commands = new Commands(
      [
        new AddExpert({ connection, roster, setup, connecting, notify }),
        new ApplyReplacement(review),
        new Ask({ chats, views, sending, roster, setup }),
        new AskExpert(chats, views, choices),
        new AskSelection({ composing, chats, views, sending, setup }),
        new AttachSelection(composing, chats, views),
        new CheckConnection({ connection, roster, keys, snapshots, chats }),
        new ChooseAbility(roster),
        new ChooseModel(roster),
        new Connect(connecting),
        new CopyId(),
        new CopyOutput(chats, output),
        new DeleteAllConversations({ chats, conversations, sending, notify }),
        new DeleteConversation({ chats, conversations, sending, which }),
        new ExportConversation({ chats, which, notify, connection, account, keys, builtInHub }),
        new ImportConversation(chats, views, conversations),
        new SearchConversations({ conversations, chats, views }),
        new DiscardReplacement(review),
        new FindConversation(which, views),
        new InsertOutput(chats, output),
        new MoveExpertDown(roster, parts.expertsTree),
        new MoveExpertUp(roster, parts.expertsTree),
        new NewConversation(chats, views),
        new NewFileFromOutput(chats, output),
        new OpenChat(views),
        new OpenChatInEditor(which, views),
        new OpenConversation(chats, views, which),
        new OpenHub(settings),
        new RefreshExperts(connection, roster),
        new RemoveExpert(roster),
        new RenameConversation(chats, conversations, which),
        new ReplaceSelection(chats, output),
        new SetApiKey(connecting),
        new ShowAccount(connection, account, keys),
        new ShowExpert(roster, documents),
        new ShowExpertChanges(roster, snapshots),
        new ShowLog(log),
        new SignOut({ connection, account, asking, keys, notify }),
        new StartBuiltInHub({ connection, builtInHub, roster, account, views }),
        new StopBuiltInHub(connection, builtInHub, notify),
      ],
      notify,
    );
  }
}
