import type { Store } from "../ports";

/** Unsent text by conversation, kept across reloads. */
export class Drafts {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  of(conversationId: string): string {
    const draft = this.#store.get(`draft:${conversationId}`);
    return typeof draft === "string" ? draft : "";
  }

  save(conversationId: string, draft: string): Promise<void> {
    return this.#store.set(`draft:${conversationId}`, draft === "" ? undefined : draft);
  }
}
