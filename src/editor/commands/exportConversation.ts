import * as vscode from "vscode";
import type { Chats } from "../chat/chats";
import type { WhichConversation } from "../conversations/whichConversation";
import type { Notify } from "../notify";
import type { Command } from "./command";

/** Writes a conversation to a file: Markdown to read, JSON to import again. */
export class ExportConversation implements Command {
  readonly id = "expertHub.exportConversation";
  readonly #chats: Chats;
  readonly #which: WhichConversation;
  readonly #notify: Notify;

  constructor(chats: Chats, which: WhichConversation, notify: Notify) {
    this.#chats = chats;
    this.#which = which;
    this.#notify = notify;
  }

  async run(given?: unknown): Promise<void> {
    const id = await this.#which.id(given, "Export Conversation");
    if (id === undefined) return;
    const conversation = await this.#chats.saved(id);
    const name = `${fileNameFor(conversation.title)}.md`;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const target = await vscode.window.showSaveDialog({
      title: "Export Conversation",
      ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
      filters: { Markdown: ["md"], JSON: ["json"] },
      saveLabel: "Export",
    });
    if (!target) return;
    const { toJson, toMarkdown } = await import("../../app/conversationExport");
    const text = target.path.endsWith(".json") ? toJson(conversation) : toMarkdown(conversation);
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
    this.#notify.information(`Exported as ${target.path.split("/").at(-1)}.`);
  }
}

/** A title as a file name that every system takes. */
function fileNameFor(title = ""): string {
  const name = title
    .normalize()
    .replace(/[^\p{L}\p{N} _-]+/gu, " ")
    .replace(/\s+/g, " ")
    .slice(0, 60)
    .trim();
  return name === "" ? "Conversation" : name;
}
