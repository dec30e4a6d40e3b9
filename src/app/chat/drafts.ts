import { fireAndForget } from "../../kit/unexpectedErrors";
import type { Store } from "../ports";
import type { Chat } from "./chat";
import { decodeAttachments, decodeQueue } from "./queueRecord";

/** Unsent text, attachments and queued questions by conversation, kept across reloads. */
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

  /** Restores the attachments and the queue of a chat, and saves them from then on. */
  keep(chat: Chat): void {
    this.#keepAttachments(chat);
    this.#keepQueue(chat);
  }

  #keepAttachments(chat: Chat): void {
    const name = `attached:${chat.conversation.id}`;
    chat.attachments = decodeAttachments(this.#store.get(name));
    let saved = chat.attachments;
    chat.onDidChange(() => {
      const { attachments } = chat;
      if (attachments === saved || (attachments.length === 0 && saved.length === 0)) return;
      saved = attachments;
      fireAndForget(() => this.#store.set(name, saved.length === 0 ? undefined : saved));
    });
  }

  #keepQueue({ conversation, queue }: Chat): void {
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
      this.#store.set(`attached:${conversationId}`, undefined),
    ]);
  }
}
