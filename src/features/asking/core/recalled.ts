import { type Attachment, withoutInstructions } from "../../conversation/core/attachment";
import type { Chat } from "./chat";

/** Earlier questions that are brought back into the composer for editing. */
export class Recalled {
  /** What came back with the question, by chat. */
  readonly #attachments = new WeakMap<Chat, readonly Attachment[]>();

  /**
   * The typed text of the question that many turns back, whose attachments return to the composer
   * unless the user attached something else. Zero takes them away again; null if there is no such
   * question.
   */
  recall(chat: Chat, back: number): string | null {
    const turn = back === 0 ? undefined : chat.conversation.turns.at(-back);
    if (back > 0 && !turn) return null;
    const isOwn = chat.attachments.length > 0 && chat.attachments !== this.#attachments.get(chat);
    if (!isOwn) {
      const attachments = withoutInstructions(turn?.question.attachments ?? []);
      this.#attachments.set(chat, attachments);
      chat.attachments = attachments;
    }
    return turn?.question.typed ?? "";
  }
}
