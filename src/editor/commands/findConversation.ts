import type { ChatViews } from "../chat/chatViews";
import type { Command } from "./command";

/** Opens the chat with its find box. */
export class FindConversation implements Command {
  readonly id = "expertHub.findConversation";
  readonly #views: ChatViews;

  constructor(views: ChatViews) {
    this.#views = views;
  }

  async run(): Promise<void> {
    await this.#views.findInSide();
  }
}
