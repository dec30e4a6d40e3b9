import type { ChatViews } from "./chatPanels";
import type { Chats } from "../../app/chat/openChats";
import type { Command } from "../workbench/command";

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
