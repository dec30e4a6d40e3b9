import path from "node:path";
import * as vscode from "vscode";
import { Account } from "./app/account";
import { BuiltInHub } from "./app/builtInHub";
import { Connection } from "./app/connection";
import type { StartLocalHub } from "./app/localHub";
import { Roster } from "./app/roster";
import { AccountStatus } from "./editor/account/statusBar";
import { registerEntrances } from "./editor/entrances";
import { ExpertsTree } from "./editor/experts/expertsTree";
import { AskCodeAction } from "./editor/insertion/askCodeAction";
import { FileStore } from "./editor/fileStore";
import { Keychain } from "./editor/keychain";
import { LastEditor } from "./editor/lastEditor";
import { ChannelLog } from "./editor/log";
import { MementoStore } from "./editor/mementoStore";
import { EditorSettings, userNetwork } from "./editor/settings";
import { trustedFolder } from "./editor/restricted";
import type { Disposable } from "./kit/disposable";
import { onUnforeseen } from "./kit/unforeseen";

/** Builds what is seen at once, and the entrances to the rest, which is loaded when one is used. */
export function activate(context: vscode.ExtensionContext): void {
  const own = <T extends Disposable>(owned: T): T => {
    context.subscriptions.push(owned);
    return owned;
  };
  const localHubFile = path.join(context.extensionPath, "dist", "localHub.cjs");

  const log = own(new ChannelLog());
  own(
    onUnforeseen(async (error) => {
      const { Notify } = await import("./editor/notify");
      new Notify(log).failure(error);
    }),
  );
  const settings = own(new EditorSettings());
  const keys = own(new Keychain(context.secrets));
  const store = new MementoStore(context.globalState);
  const lastEditor = own(new LastEditor());
  const builtInHub = own(
    new BuiltInHub({
      load: async () =>
        ((await import(localHubFile)) as { startLocalHub: StartLocalHub }).startLocalHub,
      folder: trustedFolder,
    }),
  );
  const connection = own(
    new Connection({ settings, keys, store, log, builtInHub, network: userNetwork }),
  );
  const account = own(new Account(connection, store));
  const experts = path.join(context.globalStorageUri.fsPath, "experts");
  const roster = own(new Roster(connection, new FileStore(experts, store)));

  const expertsTree = own(new ExpertsTree(connection, roster, settings));
  own(new AccountStatus(connection, account));
  own(new AskCodeAction(roster));
  own(
    registerEntrances(context.extensionUri, async () => {
      const { Features } = await import("./editor/features");
      return own(
        new Features({
          context,
          log,
          settings,
          keys,
          builtInHub,
          connection,
          account,
          roster,
          expertsTree,
          lastEditor,
        }),
      );
    }),
  );
}
