import * as vscode from "vscode";
import type { Conversations } from "../../app/savedConversations/conversations";
import type { Chats } from "../../app/chat/openChats";
import type { WhichConversation } from "../chat/conversationArgument";
import type { Command } from "../workbench/command";

export class RenameConversation implements Command {
  readonly id = "expertHub.renameConversation";
  readonly #chats: Chats;
  readonly #conversations: Conversations;
  readonly #which: WhichConversation;

  constructor(chats: Chats, conversations: Conversations, which: WhichConversation) {
    this.#chats = chats;
    this.#conversations = conversations;
    this.#which = which;
  }

  async run(given?: unknown): Promise<void> {
    const id = await this.#which.id(given, "Rename Conversation");
    if (id === undefined) return;
    const { title } = await this.#chats.saved(id);
    const typed = await vscode.window.showInputBox({
      title: "Rename conversation",
      prompt: "Left empty, it is called by its first question.",
      value: title ?? "",
      ignoreFocusOut: true,
    });
    if (typed !== undefined) await this.#conversations.rename(id, typed);
  }
}
