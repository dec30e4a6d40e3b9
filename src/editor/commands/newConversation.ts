import type { ChatViews } from "../chat/chatViews";
import type { Chats } from "../chat/chats";
import type { Command } from "./command";

export class NewConversation implements Command {
  readonly id = "expertHub.newConversation";
  readonly #chats: Chats;
  readonly #views: ChatViews;

  constructor(chats: Chats, views: ChatViews) {
    this.#chats = chats;
    this.#views = views;
  }

  async run(): Promise<void> {
    this.#chats.renewSide();
    await this.#views.openSide();
  }
}
