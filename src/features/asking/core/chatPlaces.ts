import type { Chat } from "./chat";
import type { Disposable } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { HeldNotices } from "./heldNotices";

/** As many as VS Code shows notifications. */
const maxNotices = 3;

/** Where a chat is shown: the side bar or an editor tab. */
export interface ChatPlace {
  readonly chat: Chat;
  readonly isVisible: boolean;
  /** The type of an editor tab; unique, unless there are very many tabs. */
  readonly panelType?: string;
  /** Shows it with its find box open. */
  find(): void | Promise<void>;
}

/** The places that are open. */
export class ChatPlaces {
  readonly #changed = new Emitter<void>();
  /** A chat may have come into view, or gone out of it. */
  readonly onDidChange = this.#changed.event;
  /** Notices that are shown in whichever chat is in view. */
  readonly notices = new HeldNotices(maxNotices, () => this.isAnyVisible);
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
    return this.#open.some(({ isVisible }) => isVisible);
  }

  /** The most recently used one first; visible places come before hidden ones. */
  get inOrder(): readonly ChatPlace[] {
    return this.#open.toSorted((one, other) => Number(other.isVisible) - Number(one.isVisible));
  }

  tabOf(panelType: string): ChatPlace | undefined {
    return this.inOrder.find((place) => place.panelType === panelType);
  }
}
