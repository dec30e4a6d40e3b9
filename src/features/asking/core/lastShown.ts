import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { Store } from "../../../platform/core/ports";
import type { Chat } from "./chat";

const sideName = "conversation";
const tabName = (panelType: string): string => `tab:${panelType}`;

/** Ids of the conversations that the side bar and the tabs showed last. */
export class LastShown {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  get inSide(): string | undefined {
    return this.#get(sideName);
  }

  /** By the type of its panel. */
  inTab(panelType: string): string | undefined {
    return this.#get(tabName(panelType));
  }

  /** `panelType`: of the tab; the side bar has none. */
  remember({ conversation }: Chat, panelType?: string): void {
    const name = panelType === undefined ? sideName : tabName(panelType);
    fireAndForget(() => this.#store.set(name, conversation.id));
  }

  #get(name: string): string | undefined {
    const id = this.#store.get(name);
    return typeof id === "string" ? id : undefined;
  }
}
