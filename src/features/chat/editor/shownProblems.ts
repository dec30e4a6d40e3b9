import type { Conversation } from "../../conversation/core/conversation";
import type { Turn } from "../../conversation/core/turn";
import type { TurnView } from "../../../page/protocol/views";

/** What pages show of turns that failed: by and by, something else may help. */
export class ShownProblems {
  readonly #shown = new WeakMap<Conversation, Map<string, string>>();

  add(conversation: Conversation, { id, result }: TurnView): void {
    const shown = this.#shown.get(conversation) ?? new Map<string, string>();
    this.#shown.set(conversation, shown);
    if (result.state === "failed") shown.set(id, JSON.stringify(result));
    else shown.delete(id);
  }

  /** Those that look different now. */
  changed(conversation: Conversation, view: (turn: Turn) => TurnView): TurnView[] {
    return [...(this.#shown.get(conversation) ?? [])].flatMap(([id, shown]) => {
      const turn = conversation.get(id);
      if (turn?.result.state !== "failed") return [];
      const now = view(turn);
      return JSON.stringify(now.result) === shown ? [] : [now];
    });
  }
}
