import * as vscode from "vscode";
import type { Conversations } from "../../conversation/core/conversations";
import { HubError } from "../../../contract/errors";
import type { ChatPanels } from "../../chat/editor/chatPanels";
import type { OpenChats } from "../../asking/core/openChats";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/command";

/** In bytes: larger files are refused. */
const largest = 256 * 1024 * 1024;

/** Imports conversations that were exported as JSON, and shows the last of them. */
export function importConversation(
  chats: OpenChats,
  panels: ChatPanels,
  conversations: Conversations,
): Command {
  return {
    id: "expertHub.importConversation",
    async run(): Promise<void> {
      const files = await vscode.window.showOpenDialog({
        title: t("Import Conversations"),
        canSelectMany: true,
        filters: { JSON: ["json"] },
        openLabel: t("Import"),
      });
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
  if (size > largest)
    throw new HubError("too-large", t("The file was not imported: it is larger than 256 MB."));
  return vscode.workspace.fs.readFile(file);
}
