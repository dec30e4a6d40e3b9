import type { ChatViews } from "../chat/chatPanels";
import type { Chats } from "../../app/chat/openChats";
import type { WhichConversation } from "../chat/conversationArgument";
import type { Command } from "../workbench/command";

/** Opens a saved conversation in the side bar. */
export class OpenConversation implements Command {
  readonly id = "expertHub.openConversation";
  readonly #chats: Chats;
  readonly #views: ChatViews;
  readonly #which: WhichConversation;

  constructor(chats: Chats, views: ChatViews, which: WhichConversation) {
    this.#chats = chats;
    this.#views = views;
    this.#which = which;
  }

  async run(given?: unknown): Promise<void> {
    const id = await this.#which.id(given, "Open Conversation");
    if (id === undefined) return;
    await this.#chats.openSaved(id);
    await this.#views.openSide();
  }
}
