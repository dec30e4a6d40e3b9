import type { ChatViews } from "../chat/chatViews";
import type { Command } from "./command";

export class OpenChat implements Command {
  readonly id = "expertHub.openChat";
  readonly #views: ChatViews;

  constructor(views: ChatViews) {
    this.#views = views;
  }

  async run(): Promise<void> {
    await this.#views.openSide();
  }
}
