import type { Chat } from "./chat";
import type { Disposable } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";

/** Where a chat is shown: the side bar or an editor tab. */
export interface ChatPlace {
  readonly chat: Chat;
  readonly isVisible: boolean;
  /** The type of an editor tab; unique, unless there are very many tabs. */
  readonly panelType?: string;
  /** Shows it with its find box open. */
  find(): void | Promise<void>;
}

export class ChatPlaces {
  readonly #changed = new Emitter<void>();
  /** A chat may have come into view, or gone out of it. */
  readonly onDidChange = this.#changed.event;
  /** Shows the chat in the side bar; the focus stays where it is. */
  reveal: (() => Promise<void>) | undefined;
  /** The most recently used one first. */
  #open: readonly ChatPlace[] = [];

  add(place: ChatPlace): Disposable {
    this.#open = [...this.#open, place];
    this.changed();
    return {
      dispose: () => {
        this.#open = this.#open.filter((one) => one !== place);
        this.changed();
      },
    };
  }

  /** The user is now in this place. */
  enter(place: ChatPlace): void {
    if (this.#open.includes(place))
      this.#open = [place, ...this.#open.filter((one) => one !== place)];
  }

  /** A place was shown or hidden. */
  changed(): void {
    this.#changed.fire();
  }

  isVisible(conversationId: string): boolean {
    return this.#open.some(
      ({ chat, isVisible }) => isVisible && chat.conversation.id === conversationId,
    );
  }

  get isAnyVisible(): boolean {
    return this.inView !== undefined;
  }

  /** Resolves once this holds of what is in view, or after this many milliseconds. */
  async until(holds: () => boolean, ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = (): void => (holds() ? resolve() : undefined);
    const listening = this.onDidChange(look);
    const timer = setTimeout(resolve, ms);
    look();
    await promise;
    clearTimeout(timer);
    listening.dispose();
  }

  /** The chat in view that the user was in last. */
  get inView(): Chat | undefined {
    return this.#open.find(({ isVisible }) => isVisible)?.chat;
  }

  /** The most recently used one first; visible places come before hidden ones. */
  get inOrder(): readonly ChatPlace[] {
    return this.#open.toSorted((one, other) => Number(other.isVisible) - Number(one.isVisible));
  }

  tabOf(panelType: string): ChatPlace | undefined {
    return this.inOrder.find((place) => place.panelType === panelType);
  }
}
