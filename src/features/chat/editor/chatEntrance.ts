import * as vscode from "vscode";
import type { Disposable } from "../../../kit/disposable";
import { report } from "../../../kit/unexpectedErrors";
import { chatViewIds } from "../../../platform/editor/chatView";
import { chatPanelTypes } from "../../../platform/editor/manifest";
import { yieldToIpc } from "../../../platform/editor/yieldToIpc";
import type { ChatPanels } from "./chatPanels";
import { OpenedPage } from "./openedPage";

/** Registers the chat's view and its tabs; the first one that opens loads what fills it. */
export function registerChat(
  extensionUri: vscode.Uri,
  panels: () => Promise<ChatPanels>,
): Disposable {
  const fill = async (
    { webview }: { readonly webview: vscode.Webview },
    show: (panels: ChatPanels, page: OpenedPage) => unknown,
  ): Promise<void> => {
    const page = new OpenedPage(webview, extensionUri);
    await yieldToIpc();
    try {
      await show(await panels(), page);
    } catch (error) {
      report(error);
    }
  };
  return vscode.Disposable.from(
    ...chatViewIds.map((id) =>
      vscode.window.registerWebviewViewProvider(id, {
        resolveWebviewView: (view) => fill(view, (chat, page) => chat.resolveSide(view, page)),
      }),
    ),
    ...chatPanelTypes.map((type) =>
      vscode.window.registerWebviewPanelSerializer(type, {
        deserializeWebviewPanel: (panel, state) =>
          fill(panel, (chat, page) => chat.resumeTab(panel, page, state)),
      }),
    ),
  );
}
