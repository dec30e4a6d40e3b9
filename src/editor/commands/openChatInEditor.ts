import type { ChatViews } from "../chat/chatViews";
import type { Chats } from "../chat/chats";
import type { Command } from "./command";

/** The conversation of the side bar as an editor tab. */
export class OpenChatInEditor implements Command {
  readonly id = "expertHub.openChatInEditor";
  readonly #chats: Chats;
  readonly #views: ChatViews;

  constructor(chats: Chats, views: ChatViews) {
    this.#chats = chats;
    this.#views = views;
  }

  run(): void {
    this.#views.openTab(this.#chats.active);
  }
}
