import type { PageCommand, PagePart } from "../../../contract/vocabulary";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { setContext } from "../../../platform/editor/contextKeys";

interface FocusablePage {
  /** Puts the cursor into the composer. */
  focus(): void;
  run(command: PageCommand): void;
}

/** Which page has the keyboard focus: the keys of the chat apply only there. */
export class PageFocus {
  #page: FocusablePage | undefined;
  #part: PagePart | undefined;

  get page(): FocusablePage | undefined {
    return this.#page;
  }

  get part(): PagePart | undefined {
    return this.#part;
  }

  /** The part of this page that has the focus; `undefined` if none has. */
  set(page: FocusablePage, part: PagePart | undefined): void {
    // Another page may have said so first.
    if (part === undefined && this.#page !== page) return;
    const had = this.#part !== undefined;
    this.#page = part && page;
    this.#part = part;
    const has = part !== undefined;
    if (has !== had) fireAndForget(() => setContext("expertHub.chatFocused", has));
  }
}
