import path from "node:path";
import * as vscode from "vscode";
import { Account } from "./app/account";
import { Asking } from "./app/asking";
import { BuiltInHub } from "./app/builtInHub";
import { Connection } from "./app/connection";
import type { StartLocalHub as StartHub } from "./app/localHub";
import { Roster } from "./app/roster";
import { Connecting } from "./editor/account/connecting";
import { AccountStatus } from "./editor/account/statusBar";
import { Chats } from "./editor/chat/chats";
import { ChatViews } from "./editor/chat/chatViews";
import { handlersFor } from "./editor/chat/handlers";
import { Sending } from "./editor/chat/sending";
import { ShellViews } from "./editor/chat/shellView";
import { AddExpert } from "./editor/commands/addExpert";
import { Ask } from "./editor/commands/ask";
import { AskExpert } from "./editor/commands/askExpert";
import { AskSelection } from "./editor/commands/askSelection";
import { AttachSelection } from "./editor/commands/attachSelection";
import { ChooseAbility } from "./editor/commands/chooseAbility";
import { ChooseModel } from "./editor/commands/chooseModel";
import { Connect } from "./editor/commands/connect";
import { CopyId } from "./editor/commands/copyId";
import { Commands } from "./editor/commands/index";
import { NewConversation } from "./editor/commands/newConversation";
import { OpenChat } from "./editor/commands/openChat";
import { OpenChatInEditor } from "./editor/commands/openChatInEditor";
import { OpenHub } from "./editor/commands/openHub";
import { RefreshExperts } from "./editor/commands/refreshExperts";
import { RemoveExpert } from "./editor/commands/removeExpert";
import { SetApiKey } from "./editor/commands/setApiKey";
import { ApplyReplacement, DiscardReplacement } from "./editor/commands/settleReplacement";
import { ShowAccount } from "./editor/commands/showAccount";
import { ShowExpert } from "./editor/commands/showExpert";
import { ShowLog } from "./editor/commands/showLog";
import { SignOut } from "./editor/commands/signOut";
import { StartLocalHub } from "./editor/commands/startLocalHub";
import { StopLocalHub } from "./editor/commands/stopLocalHub";
import {
  CopyOutput,
  InsertOutput,
  NewFileFromOutput,
  ReplaceSelection,
} from "./editor/commands/useOutput";
import { ExpertChoices } from "./editor/experts/expertChoices";
import { ExpertDocuments } from "./editor/experts/expertDocument";
import { ExpertsTree } from "./editor/experts/expertsTree";
import { AskCodeAction } from "./editor/insertion/askCodeAction";
import { Composing } from "./editor/insertion/composing";
import { Insertion } from "./editor/insertion/insertion";
import { Output } from "./editor/insertion/output";
import { Review } from "./editor/insertion/review";
import { Targets } from "./editor/insertion/targets";
import { Keychain } from "./editor/keychain";
import { LastEditor } from "./editor/lastEditor";
import { ChannelLog } from "./editor/log";
import { MementoStore } from "./editor/mementoStore";
import { Need } from "./editor/need";
import { Notify } from "./editor/notify";
import { EditorSettings, userNetwork } from "./editor/settings";
import type { Disposable } from "./kit/disposable";

/** Builds the graph; what it creates is disposed of with the extension. */
export function activate(context: vscode.ExtensionContext): void {
  const own = <T extends Disposable>(owned: T): T => {
    context.subscriptions.push(owned);
    return owned;
  };
  const localHubFile = path.join(context.extensionPath, "dist", "localHub.cjs");

  const log = own(new ChannelLog());
  const notify = new Notify(log);
  const settings = own(new EditorSettings());
  const keys = own(new Keychain(context.secrets));
  const store = new MementoStore(context.globalState);
  const builtInHub = own(
    new BuiltInHub({
      load: async () => ((await import(localHubFile)) as { startLocalHub: StartHub }).startLocalHub,
      folder: () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
    }),
  );

  const connection = own(
    new Connection({ settings, keys, store, log, builtInHub, network: userNetwork }),
  );
  const account = own(new Account(connection, store));
  const roster = own(new Roster(connection, store));
  const asking = own(new Asking({ connection, roster, account, settings }));
  const need = new Need(connection, roster);
  const connecting = new Connecting({ settings, keys, connection, account });

  const lastEditor = own(new LastEditor());
  const targets = own(new Targets());
  const review = own(new Review());
  const output = new Output(new Insertion(review, lastEditor), targets);
  const composing = new Composing(lastEditor, targets);

  const chats = own(new Chats(new MementoStore(context.workspaceState)));
  const sending = new Sending(asking, roster, chats);
  const choices = new ExpertChoices(roster, sending);
  const documents = own(new ExpertDocuments(roster));
  const views = own(
    new ChatViews(context.extensionUri, chats, {
      shells: own(new ShellViews({ connection, roster, targets, sending })),
      handlers: (page) => handlersFor(page, { chats, sending, composing, choices, output }),
      report: (error) => notify.failure(error),
    }),
  );

  own(new ExpertsTree(connection, roster));
  own(new AccountStatus(connection, account));
  own(new AskCodeAction(roster));
  own(
    new Commands(
      [
        new AddExpert({ roster, need, connecting, notify }),
        new ApplyReplacement(review),
        new Ask({ chats, views, sending, need }),
        new AskExpert(chats, views, choices),
        new AskSelection({ composing, chats, views, sending, need }),
        new AttachSelection(composing, chats, views),
        new ChooseAbility(roster),
        new ChooseModel(roster),
        new Connect(connecting),
        new CopyId(),
        new CopyOutput(chats, output),
        new DiscardReplacement(review),
        new InsertOutput(chats, output),
        new NewConversation(chats, views),
        new NewFileFromOutput(chats, output),
        new OpenChat(views),
        new OpenChatInEditor(chats, views),
        new OpenHub(settings),
        new RefreshExperts(roster),
        new RemoveExpert(roster),
        new ReplaceSelection(chats, output),
        new SetApiKey(connecting),
        new ShowAccount(connection, account, keys),
        new ShowExpert(roster, documents),
        new ShowLog(log),
        new SignOut({ connection, account, asking, keys, notify }),
        new StartLocalHub({ connection, builtInHub, roster, account, views }),
        new StopLocalHub(connection, builtInHub),
      ],
      notify,
    ),
  );
}
