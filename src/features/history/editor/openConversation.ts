import * as vscode from "vscode";
import type { ChatPanels } from "../../chat/editor/chatPanels";
import type { OpenChats } from "../../asking/core/openChats";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/commands";
import { isFromKey } from "../../../platform/editor/focusedRows";
import { ConversationRow, isClick } from "./conversationRows";
import type { ConversationSelection } from "./conversationSelection";
import type { ConversationsTree } from "./conversationsTree";

/** The second click of a double click comes within this time. */
const doubleClickMs = 500;

/** Opens a saved conversation in the side bar. A single click on its row leaves the focus in the tree. */
export function openConversation(
  chats: Pick<OpenChats, "openSaved">,
  panels: Pick<ChatPanels, "openSide" | "revealSide">,
  selection: Pick<ConversationSelection, "id">,
  tree: Pick<ConversationsTree, "selection">,
): Command {
  let clicked: { readonly id: string; readonly at: number } | undefined;

  /** VS Code calls the command of a row for each click, and does not say which one it is. */
  const isSingle = (id: string): boolean => {
    const before = clicked;
    clicked = { id, at: performance.now() };
    const isSecond = before?.id === id && clicked.at - before.at < doubleClickMs;
    return !isSecond && !opensByDoubleClick();
  };

  return {
    id: "expertHub.openConversation",
    async run(given?: unknown, how?: unknown): Promise<void> {
      const row = isFromKey(given) ? await select(tree) : given;
      if (isFromKey(given) && !row) return;
      const id = await selection.id(row, t("Open Conversation"));
      if (id === undefined) return;
      const staysInTree = isClick(how) && isSingle(id);
      await chats.openSaved(id);
      await (staysInTree ? panels.revealSide() : panels.openSide());
    },
  };
}

function opensByDoubleClick(): boolean {
  return vscode.workspace.getConfiguration("workbench.list").get("openMode") === "doubleClick";
}

/** Selects the row with the focus, as `Enter` does in any tree; a group is opened or closed by it. */
async function select(
  tree: Pick<ConversationsTree, "selection">,
): Promise<ConversationRow | undefined> {
  await vscode.commands.executeCommand("list.select");
  const [row] = tree.selection;
  return row instanceof ConversationRow ? row : undefined;
}
