import * as vscode from "vscode";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/commands";
import { confirm } from "../../../platform/editor/confirm";
import type { Notify } from "../../../platform/editor/notify";
import type { OpenChats } from "../../asking/core/openChats";
import type { ChatPanels } from "../../chat/editor/chatPanels";
import type { ConversationArgument } from "../../chat/editor/conversationArgument";
import type { Conversations } from "../../conversation/core/conversations";
import type { SavedConversations } from "../core/savedConversations";
import type { ConversationSelection } from "./conversationSelection";
import { wordsForAll } from "./deletionWords";
import { inputs, showInputBox } from "../../../platform/editor/inputs";
import { isFromKey } from "../../../platform/editor/focusedRows";
import { ConversationRow, isClick } from "./conversationRows";
import type { ConversationsTree } from "./conversationsTree";

export function findConversation(argument: ConversationArgument, panels: ChatPanels): Command {
  return {
    id: "expertHub.findConversation",
    run: (given) => (argument.place(given) ?? panels).find(),
  };
}

/** In bytes: larger files are refused. */
const maxImportBytes = 256 * 1024 * 1024;

/** Imports conversations that were exported as JSON, and shows the last of them. */
export function importConversation(
  chats: OpenChats,
  panels: ChatPanels,
  conversations: Conversations,
): Command {
  return {
    id: "expertHub.importConversation",
    async run(): Promise<void> {
      const files = await inputs.during(() =>
        vscode.window.showOpenDialog({
          title: t("Import Conversations"),
          canSelectMany: true,
          filters: { JSON: ["json"] },
          openLabel: t("Import"),
        }),
      );
      if (!files || files.length === 0) return;
      const { fromJson } = await import("../core/conversationExport");
      // All are read before any is saved: an invalid file changes nothing.
      const saved = await Promise.all(files.map(async (file) => fromJson(await read(file))));
      for (const one of saved) chats.open(await conversations.add(one));
      await panels.openSide();
    },
  };
}

async function read(file: vscode.Uri): Promise<Uint8Array> {
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > maxImportBytes)
    throw new HubError("too-large", t("The file was not imported: it is larger than 256 MB."));
  return vscode.workspace.fs.readFile(file);
}

/**
 * Keeps conversations at the top of their list, or returns them to their days: all become what the
 * first of them is not.
 */
export function togglePin(saved: SavedConversations, selection: ConversationSelection): Command {
  return {
    id: "expertHub.togglePin",
    async run(given?: unknown, all?: unknown): Promise<void> {
      const ids = await selection.ids(given, all, t("Pin or Unpin Conversation"));
      const first = (await saved.list()).find(({ id }) => id === ids[0]);
      await saved.pin(ids, !first?.isPinned);
    },
  };
}

export function renameConversation(chats: OpenChats, selection: ConversationSelection): Command {
  return {
    id: "expertHub.renameConversation",
    async run(given?: unknown): Promise<void> {
      const id = await selection.id(given, t("Rename Conversation"));
      if (id === undefined) return;
      const { title } = await chats.saved(id);
      const typed = await showInputBox({
        title: t("Rename conversation"),
        prompt: t("Leave empty to use the first question as the title."),
        value: title ?? "",
        ignoreFocusOut: true,
      });
      if (typed !== undefined) await chats.rename(id, typed);
    },
  };
}

/** Permanently deletes every conversation of this workspace, after confirmation. */
export function deleteAllConversations(saved: SavedConversations, notify: Notify): Command {
  return {
    id: "expertHub.deleteAllConversations",
    async run(): Promise<void> {
      const listed = await saved.list();
      const quarantined = await saved.countQuarantined();
      if (listed.length + quarantined === 0) {
        notify.information(t("There are no saved conversations."));
        return;
      }
      const { question, detail } = wordsForAll(listed, quarantined);
      if (
        await confirm(question, { detail, yes: t("Delete All"), no: t("Keep"), enterAgrees: true })
      )
        await saved.removeAll();
    },
  };
}

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
