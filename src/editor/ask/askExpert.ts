import type { ChatViews } from "../chat/chatPanels";
import type { Chats } from "../../app/chat/openChats";
import type { ExpertChoices } from "../experts/expertChoices";
import { ExpertNode } from "../experts/nodes";
import type { Command } from "../workbench/command";

/** Opens the chat with the expert of this row. */
export class AskExpert implements Command {
  readonly id = "expertHub.askExpert";
  readonly #chats: Chats;
  readonly #views: ChatViews;
  readonly #choices: ExpertChoices;

  constructor(chats: Chats, views: ChatViews, choices: ExpertChoices) {
    this.#chats = chats;
    this.#views = views;
    this.#choices = choices;
  }

  async run(node?: unknown): Promise<void> {
    if (!(node instanceof ExpertNode)) return;
    await this.#choices.use(this.#chats.side, node.id);
    await this.#views.openSide();
  }
}
