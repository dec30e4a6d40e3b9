import { fireAndForget } from "../../kit/unexpectedErrors";
import type { Store } from "../ports";
import type { Chat } from "./chat";
import { decodeQueue } from "./queueRecord";

/** Unsent text and queued questions by conversation, kept across reloads. */
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

  /** Restores the queue of a chat, and saves it from then on. */
  keepQueue({ conversation, queue }: Chat): void {
    const name = `queue:${conversation.id}`;
    queue.restore(decodeQueue(this.#store.get(name)));
    let saved = queue.questions;
    queue.onDidChange(() => {
      if (queue.questions === saved) return;
      saved = queue.questions;
      fireAndForget(() => this.#store.set(name, queue.isEmpty ? undefined : saved));
    });
  }

  async forget(conversationId: string): Promise<void> {
    await Promise.all([
      this.save(conversationId, ""),
      this.#store.set(`queue:${conversationId}`, undefined),
    ]);
  }
}
