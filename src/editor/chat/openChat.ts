import type { ChatViews } from "./chatPanels";
import type { Command } from "../workbench/command";

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
