import * as vscode from "vscode";
import { ageOf } from "../../app/age";
import type { Conversations } from "../../app/conversations";
import type { Chats } from "../chat/chats";
import { plainText } from "../plainText";
import { ConversationRow } from "./conversationRows";

/** The conversation that a command is about: of the row or the id it was given, else the one the user was in last, else a picked one. */
export class WhichConversation {
  readonly #conversations: Conversations;
  readonly #chats: Chats;

  constructor(conversations: Conversations, chats: Chats) {
    this.#conversations = conversations;
    this.#chats = chats;
  }

  async id(given: unknown, title: string): Promise<string | undefined> {
    if (given instanceof ConversationRow) return given.conversationId;
    if (typeof given === "string") return given;
    const { conversation } = this.#chats.active;
    return conversation.turns.length > 0 ? conversation.id : this.#pick(title);
  }

  async #pick(title: string): Promise<string | undefined> {
    const items = (await this.#conversations.list()).map((summary) => ({
      id: summary.id,
      label: plainText(summary.title),
      description: `${plainText(summary.expertName, 60)} · ${ageOf(summary.askedAt, Date.now())}`,
    }));
    const placeHolder =
      items.length === 0 ? "There are no saved conversations yet" : "Choose a conversation";
    const picked = await vscode.window.showQuickPick(items, { title, placeHolder });
    return picked?.id;
  }
}
