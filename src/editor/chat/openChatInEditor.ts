import type { ChatViews } from "./chatPanels";
import type { WhichConversation } from "./conversationArgument";
import type { Command } from "../workbench/command";

/** The chat that is shown as an editor tab. */
export class OpenChatInEditor implements Command {
  readonly id = "expertHub.openChatInEditor";
  readonly #which: WhichConversation;
  readonly #views: ChatViews;

  constructor(which: WhichConversation, views: ChatViews) {
    this.#which = which;
    this.#views = views;
  }

  async run(given?: unknown): Promise<void> {
    await this.#views.openTab(this.#which.chat(given));
  }
}
