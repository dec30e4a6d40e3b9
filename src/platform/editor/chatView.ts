import * as vscode from "vscode";
import { viewIds } from "./manifest";

/**
 * The two views of the chat: in the secondary side bar, and in the activity bar for editors without
 * a container there. By its `when`, one of them is always hidden.
 */
export const chatViewIds = [viewIds.chat, viewIds.chatInActivityBar] as const;

export async function showChatView(options?: { readonly preserveFocus: boolean }): Promise<void> {
  const given = options ? [options] : [];
  // For the one that is hidden, VS Code does nothing.
  const shown = chatViewIds.map((id) => vscode.commands.executeCommand(`${id}.focus`, ...given));
  await Promise.all(shown);
}
