import * as vscode from "vscode";
import { viewIds } from "./manifest";

/**
 * Editors that refuse a container in the secondary side bar to extensions, by the beginning of
 * their name. They would put the chat into the Explorer; there, it is a view in our own container.
 */
const refusing: readonly string[] = ["Cursor"];

export const hasSecondarySideBar = (): boolean =>
  !refusing.some((name) => vscode.env.appName.startsWith(name));

/** The view of the chat that this editor shows; the other one is hidden by its `when`. */
export const chatViewId = (): string =>
  hasSecondarySideBar() ? viewIds.chat : viewIds.chatInActivityBar;

export async function showChatView(options?: { readonly preserveFocus: boolean }): Promise<void> {
  const id = `${chatViewId()}.focus`;
  await vscode.commands.executeCommand(id, ...(options ? [options] : []));
}
