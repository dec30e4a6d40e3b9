import type { ChatViews } from "../chat/chatViews";
import type { Chats } from "../chat/chats";
import type { Sending } from "../chat/sending";
import type { Composing } from "../insertion/composing";
import type { Need } from "../need";
import type { Command } from "./command";

/** Asks about the selection; with nothing typed, `input_data` is exactly the selected text. */
export class AskSelection implements Command {
  readonly id = "expertHub.askSelection";
  readonly #composing: Composing;
  readonly #chats: Chats;
  readonly #views: ChatViews;
  readonly #sending: Sending;
  readonly #need: Need;

  constructor(parts: {
    composing: Composing;
    chats: Chats;
    views: ChatViews;
    sending: Sending;
    need: Need;
  }) {
    this.#composing = parts.composing;
    this.#chats = parts.chats;
    this.#views = parts.views;
    this.#sending = parts.sending;
    this.#need = parts.need;
  }

  async run(): Promise<void> {
    const chat = this.#sending.isTaken(this.#chats.side)
      ? this.#chats.renewSide()
      : this.#chats.side;
    await this.#composing.attach(chat);
    await this.#views.revealSide();
    // Where something is missing, the page that just opened says what, and keeps the selection.
    if (await this.#need.current()) await this.#views.openSide();
    else await this.#sending.send(chat);
  }
}
