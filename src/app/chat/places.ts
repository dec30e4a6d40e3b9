import type { Chat } from "./chat";
import type { Disposable } from "../../kit/disposable";

/** Where a chat is shown: the side bar or an editor tab. */
export interface Place {
  readonly chat: Chat;
  readonly isVisible: boolean;
  /** Of an editor tab; no other tab has it, unless there are very many. */
  readonly panelType?: string;
  /** Shows it with its find box. */
  find(): void | Promise<void>;
}

/** The places that are open. */
export class Places {
  /** The one that the user was in last comes first. */
  #open: readonly Place[] = [];

  add(place: Place): Disposable {
    this.#open = [...this.#open, place];
    return { dispose: () => (this.#open = this.#open.filter((one) => one !== place)) };
  }

  /** The user is there now. */
  enter(place: Place): void {
    if (this.#open.includes(place))
      this.#open = [place, ...this.#open.filter((one) => one !== place)];
  }

  /** The one used last first; what can be seen comes before what is behind something else. */
  get inOrder(): readonly Place[] {
    return this.#open.toSorted((one, other) => Number(other.isVisible) - Number(one.isVisible));
  }

  tabOf(panelType: string): Place | undefined {
    return this.inOrder.find((place) => place.panelType === panelType);
  }
}
