import type { ChatViews } from "../chat/chatPanels";
import type { Chats } from "../../app/chat/openChats";
import type { Composing } from "../selection/selectionAttacher";
import type { Command } from "../workbench/command";

/** Takes the selection along without asking yet. */
export class AttachSelection implements Command {
  readonly id = "expertHub.attachSelection";
  readonly #composing: Composing;
  readonly #chats: Chats;
  readonly #views: ChatViews;

  constructor(composing: Composing, chats: Chats, views: ChatViews) {
    this.#composing = composing;
    this.#chats = chats;
    this.#views = views;
  }

  async run(): Promise<void> {
    const selected = await this.#composing.selected();
    this.#chats.side.attachment = selected;
    await this.#views.openSide();
  }
}
