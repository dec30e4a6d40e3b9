import path from "node:path";
import * as vscode from "vscode";
import { BuiltInHub } from "./features/connection/core/builtInHub";
import { buildActivityLog } from "./features/activity/editor/buildActivityLog";
import type { ActivityLog } from "./features/activity/core/activityLog";
import { ChosenModels } from "./features/models/core/chosenModels";
import { ContextSizes } from "./features/models/core/contextSizes";
import { UserNetwork } from "./client/userNetwork";
import { buildHubInUse, type HubInUse } from "./features/experts/core/setup";
import type { BuiltInHubModule } from "./contract/builtInHubApi";
import type { Log, SharedStore } from "./platform/core/ports";
import type { Own } from "./kit/disposable";
import { messagesInUse } from "./kit/l10n";
import { fireAndForget } from "./kit/unexpectedErrors";
import { AccountStatus } from "./features/connection/editor/statusBar";
import { setContext } from "./platform/editor/contextKeys";
import { FileExperts } from "./features/experts/core/fileExperts";
import { ExpertRows } from "./features/experts/editor/expertRows";
import { FileProblems } from "./features/experts/editor/fileProblems";
import { DefaultExpertSetting } from "./features/experts/editor/defaultExpertSetting";
import { gitProgram } from "./platform/editor/gitApi";
import { FileStore } from "./platform/editor/fileStore";
import { Keychain } from "./platform/editor/keychain";
import { ModelKeys } from "./features/models/editor/modelKeys";
import { EditorTools } from "./features/models/core/editorTools";
import { callableTools, offeredTools } from "./features/models/editor/editorTools";
import { offered } from "./features/models/editor/offeredModel";
import { isTrusted, trustedFolders } from "./platform/editor/restricted";
import { policyFor } from "./platform/editor/computerPolicy";
import { StoredExtras } from "./features/connection/editor/storedExtras";
import { PlainHttp } from "./features/connection/core/plainHttp";
import { modelSend, webSend } from "./policy/guardedSend";
import type { PolicyFile } from "./policy/policyFile";
import { EditorSettings } from "./platform/editor/settings";

/** What every view and command depends on: the hub in use, its key, its experts and its models. */
export interface HubAndExperts extends HubInUse {
  readonly settings: EditorSettings;
  readonly defaultExpert: DefaultExpertSetting;
  readonly keys: Keychain;
  readonly builtInHub: BuiltInHub;
  readonly models: ChosenModels;
  readonly contexts: ContextSizes;
  readonly modelKeys: ModelKeys;
  readonly extras: StoredExtras;
  readonly activity: ActivityLog;
  /** The way to servers of language models. */
  readonly network: Pick<UserNetwork, "send">;
  readonly policy: PolicyFile;
  readonly expertRows: ExpertRows;
  readonly fileExperts: FileExperts;
  readonly editorTools: EditorTools;
  /** What all windows have to agree on. */
  readonly store: SharedStore;
}

/** Builds what the first view or command needs; `compose.ts` builds the rest. */
export function buildHubAndExperts(
  context: vscode.ExtensionContext,
  log: Log,
  own: Own,
): HubAndExperts {
  const builtInHubFile = path.join(context.extensionPath, "dist", "builtInHub.cjs");
  const policy = own(policyFor(context, log));
  const settings = own(new EditorSettings(policy));
  const keys = own(new Keychain(context.secrets));
  const folder = (name: string) => path.join(context.globalStorageUri.fsPath, name);
  const store = new FileStore(folder("shared"));
  const models = own(new ChosenModels(store));
  const contexts = own(new ContextSizes(store, models));
  const modelKeys = own(new ModelKeys(context.secrets));
  const extras = own(new StoredExtras(context.secrets, store));
  const activity = own(buildActivityLog(context, settings, { log, policy }));
  const userNetwork = own(new UserNetwork(() => settings.network, activity.sent));
  const plainHttp = new PlainHttp(store, policy);
  const network = {
    send: modelSend(userNetwork.send, policy, (origin) => plainHttp.refusal(origin)),
  };
  const builtInHub = own(
    new BuiltInHub({
      load: async () => (await import(builtInHubFile)) as BuiltInHubModule,
      folders: trustedFolders,
      exclude: () => settings.exclude,
      git: gitProgram,
      toolRefusal: (tool) => policy.current.toolRefusal(tool),
      editorTools: () => callableTools({ policy, activity }),
      searchAddress: () => settings.searchAddress,
      send: webSend(userNetwork.send, policy),
      refusal: () => policy.current.builtInHubRefusal,
      messages: messagesInUse(),
      models: () =>
        models.list.map((model) =>
          offered(model, { network, modelKeys, extras, contexts, activity, policy }),
        ),
      // A little earlier than the client gives up, so that what there is still arrives.
      deadlineMs: () =>
        settings.timeoutSeconds * 1000 - Math.min(settings.timeoutSeconds * 100, 5000),
    }),
  );
  const hubInUse = buildHubInUse(
    {
      settings,
      keys,
      store,
      expertStore: new FileStore(folder("experts")),
      log,
      builtInHub,
      network: () => settings.network,
      onSent: activity.sent,
      policy,
      extras,
    },
    own,
  );
  const { connection, account, roster, setup } = hubInUse;
  const setHubContext = () =>
    setContext("expertHub.hub", connection.hub?.builtIn ? "built-in" : "own");
  fireAndForget(setHubContext);
  own(connection.onDidChange(setHubContext));
  const defaultExpert = own(new DefaultExpertSetting({ settings, connection, roster }));
  const expertRows = own(new ExpertRows({ connection, roster, settings, defaultExpert, setup }));
  own(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (!focused) return;
      // Not every change of its file is reported.
      void policy.current;
      connection.reload();
      roster.reload();
    }),
  );
  own(new AccountStatus(connection, account));
  const fileExperts = own(new FileExperts({ connection, builtInHub, roster }));
  own(new FileProblems(fileExperts));
  const editorTools = own(
    new EditorTools({ store, fileExperts, connection, offered: offeredTools, isTrusted }),
  );
  return {
    settings,
    defaultExpert,
    keys,
    builtInHub,
    models,
    contexts,
    modelKeys,
    extras,
    network,
    activity,
    policy,
    ...hubInUse,
    expertRows,
    fileExperts,
    editorTools,
    store,
  };
}
