import { Emitter } from "../../../kit/event";
import { t } from "../../../kit/l10n";

/** How many answers the user has not seen, by conversation. */
export class UnseenAnswers {
  readonly #counts = new Map<string, number>();
  readonly #changed = new Emitter<void>();

  readonly onDidChange = this.#changed.event;

  get conversationIds(): readonly string[] {
    return [...this.#counts.keys()];
  }

  in(conversationId: string): number {
    return this.#counts.get(conversationId) ?? 0;
  }

  add(conversationId: string): void {
    this.#counts.set(conversationId, this.in(conversationId) + 1);
    this.#changed.fire();
  }

  /** The user has seen them, or they are gone. */
  clear(conversationIds: readonly string[]): void {
    if (conversationIds.filter((id) => this.#counts.delete(id)).length > 0) this.#changed.fire();
  }
}

/** For a badge or a row. */
export function newAnswers(count: number): string {
  return count === 1 ? t("1 new answer") : t("{0} new answers", count);
}
