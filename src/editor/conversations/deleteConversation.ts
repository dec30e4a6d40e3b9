import * as vscode from "vscode";
import type { Conversations } from "../../app/savedConversations/conversations";
import type { Chats } from "../../app/chat/openChats";
import type { Sending } from "../../app/ask/questionSender";
import type { WhichConversation } from "../chat/conversationArgument";
import { plainText } from "../workbench/plainText";
import type { Command } from "../workbench/command";

/** Deletes a conversation for good, after a yes. */
export class DeleteConversation implements Command {
  readonly id = "expertHub.deleteConversation";
  readonly #chats: Chats;
  readonly #conversations: Conversations;
  readonly #sending: Sending;
  readonly #which: WhichConversation;

  constructor(parts: {
    chats: Chats;
    conversations: Conversations;
    sending: Sending;
    which: WhichConversation;
  }) {
    this.#chats = parts.chats;
    this.#conversations = parts.conversations;
    this.#sending = parts.sending;
    this.#which = parts.which;
  }

  async run(given?: unknown): Promise<void> {
    const id = await this.#which.id(given, "Delete Conversation");
    if (id === undefined) return;
    const { title, turns } = await this.#chats.saved(id);
    const yes = "Delete";
    // The first button is the one that Enter presses.
    const chosen = await vscode.window.showWarningMessage(
      `Delete the conversation "${plainText(title ?? "Untitled", 80)}"?`,
      {
        modal: true,
        detail: `${turns.length === 1 ? "Its question and answer are" : `All of its ${turns.length} questions and answers are`} deleted from this computer for good. What the hub keeps stays there.`,
      },
      "Keep",
      yes,
    );
    if (chosen !== yes) return;
    const chat = this.#chats.of(id);
    if (chat) this.#sending.stop(chat);
    await this.#conversations.remove(id);
  }
}
