import type { Asking } from "../../app/asking";
import type { Chat } from "../../app/chat";
import type { Turn } from "../../app/conversation";
import type { Question } from "../../app/question";
import type { Kept, Roster } from "../../app/roster";
import { HubError } from "../../hub/errors";
import type { Chats } from "./chats";

/** What a caller fixes instead of leaving it to the expert's choice and the settings. */
export type Fixed = Partial<Omit<Question, "typed" | "attachment">>;

/** From what is composed to a question on its way. */
export class Sending {
  readonly #asking: Asking;
  readonly #roster: Roster;
  readonly #chats: Chats;

  constructor(asking: Asking, roster: Roster, chats: Chats) {
    this.#asking = asking;
    this.#roster = roster;
    this.#chats = chats;
  }

  /** The expert of this chat: the one picked for it, else the current one. */
  expertOf(chat: Chat): Kept | undefined {
    return (
      (chat.expertId === undefined ? undefined : this.#roster.get(chat.expertId)) ??
      this.#roster.current
    );
  }

  isBusy(chat: Chat): boolean {
    return this.#asking.isBusy(chat.conversation);
  }

  /** Sends what is composed. Throws, and loses nothing, where it cannot be sent. */
  send(chat: Chat, fixed: Fixed = {}): { settled: Promise<Turn> } {
    const kept = this.expertOf(chat);
    const expertId = fixed.expertId ?? kept?.id;
    if (expertId === undefined)
      throw new HubError("invalid-request", "There is no expert to ask yet. Add one by its id.");
    const choice = this.#roster.get(expertId);
    const composed = { typed: chat.draft, ...(chat.attachment && { attachment: chat.attachment }) };
    const settled = this.#asking.ask(chat.conversation, {
      ...(choice?.abilityId !== undefined && { abilityId: choice.abilityId }),
      ...(choice?.modelId !== undefined && { modelId: choice.modelId }),
      ...fixed,
      ...composed,
      expertId,
    });
    chat.take();
    void this.#chats.saveDraft(chat, "");
    return { settled: this.#restoring(chat, settled) };
  }

  /** Asks an unanswered question again, in its place. */
  retry(chat: Chat, turnId: string): { settled: Promise<Turn> } {
    const turn = chat.conversation.get(turnId);
    if (!turn || turn.result.state === "done")
      throw new HubError("not-found", "There is no such question.");
    return { settled: this.#asking.ask(chat.conversation, turn.question, { replacing: turnId }) };
  }

  stop(chat: Chat): void {
    this.#asking.stop(chat.conversation);
  }

  async #restoring(chat: Chat, settled: Promise<Turn>): Promise<Turn> {
    const turn = await settled;
    if (turn.result.state === "stopped") chat.restore(turn.question);
    return turn;
  }
}
