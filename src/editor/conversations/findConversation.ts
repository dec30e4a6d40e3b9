import type { ChatViews } from "../chat/chatPanels";
import type { WhichConversation } from "../chat/conversationArgument";
import type { Command } from "../workbench/command";

/** Opens the chat with its find box. */
export class FindConversation implements Command {
  readonly id = "expertHub.findConversation";
  readonly #which: WhichConversation;
  readonly #views: ChatViews;

  constructor(which: WhichConversation, views: ChatViews) {
    this.#which = which;
    this.#views = views;
  }

  async run(given?: unknown): Promise<void> {
    const place = this.#which.place(given);
    await (place ?? this.#views).find();
  }
}
