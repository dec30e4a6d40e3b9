import { HubError } from "../../hub/errors";
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

  async run(args?: unknown): Promise<void> {
    if (argumentsIn(args).outsideEditor === true) throw outsideEditor();
    const selected = await this.#composing.selected();
    const chat = this.#sending.isTaken(this.#chats.side)
      ? this.#chats.renewSide()
      : this.#chats.side;
    chat.attachment = selected;
    await this.#views.revealSide();
    // Where something is missing, the page that just opened says what, and keeps the selection.
    if (await this.#need.current()) await this.#views.openSide();
    else await this.#sending.send(chat);
  }
}

/** What our own keybindings give; a menu gives the address of a document. */
interface AskSelectionArguments {
  /** The focus is in a terminal or a box whose text VS Code keeps to itself. */
  outsideEditor?: boolean;
}

function argumentsIn(args: unknown): AskSelectionArguments {
  return typeof args === "object" && args !== null ? args : {};
}

function outsideEditor(): HubError {
  return new HubError(
    "invalid-request",
    "VS Code does not let extensions read what is selected here. Select text in an editor, or copy it into the question.",
  );
}
