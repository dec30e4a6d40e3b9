import * as vscode from "vscode";
import type { Disposable } from "./kit/disposable";
import { fireAndForget, report } from "./kit/unexpectedErrors";
import { registerMcp } from "./features/agents/editor/mcpEntrance";
import { registerTools } from "./features/agents/editor/toolEntrances";
import { OpenedPage } from "./features/chat/editor/openedPage";
import type { Features } from "./compose";

import {
  chatPanelTypes,
  commandIds,
  formerCommandIds,
  fromSideMenu,
  sideMenu,
  viewIds,
} from "./platform/editor/manifest";
import { yieldToIpc } from "./platform/editor/yieldToIpc";

/** Registers every command and the views; the first use loads the features behind them. */
export function registerEntrances(
  extensionUri: vscode.Uri,
  features: () => Promise<Features>,
): Disposable {
  return vscode.Disposable.from(
    ...commandIds.map((id) =>
      vscode.commands.registerCommand(id, async (...args: unknown[]) => {
        if (id === "expertHub.openChat") {
          fireAndForget(() => focusChat());
          await yieldToIpc();
        }
        return (await features()).commands.run(id, args);
      }),
    ),
    ...Object.entries(formerCommandIds).map(([former, id]) =>
      vscode.commands.registerCommand(former, async (...args: unknown[]) =>
        (await features()).commands.run(id, args),
      ),
    ),
    ...Object.entries(sideMenu).map(([id, meant]) =>
      vscode.commands.registerCommand(id, async () =>
        (await features()).commands.run(meant, [fromSideMenu]),
      ),
    ),
    vscode.window.registerWebviewViewProvider(viewIds.chat, {
      resolveWebviewView: async (view) => {
        const opened = new OpenedPage(view.webview, extensionUri);
        await yieldToIpc();
        try {
          (await features()).panels.resolveSide(view, opened);
        } catch (error) {
          report(error);
        }
      },
    }),
    registerTools(async () => (await features()).agents),
    registerMcp(async () => (await features()).agents),
    ...chatPanelTypes.map((type) =>
      vscode.window.registerWebviewPanelSerializer(type, {
        deserializeWebviewPanel: async (panel, state) => {
          const opened = new OpenedPage(panel.webview, extensionUri);
          await yieldToIpc();
          try {
            await (await features()).panels.resumeTab(panel, opened, state);
          } catch (error) {
            report(error);
          }
        },
      }),
    ),
  );
}

const focusChat = (): Thenable<unknown> => vscode.commands.executeCommand(`${viewIds.chat}.focus`);
