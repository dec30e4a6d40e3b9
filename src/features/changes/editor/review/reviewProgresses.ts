import { Owner } from "../../../../kit/disposable";
import { Emitter } from "../../../../kit/event";
import type { ReviewView } from "../../../../page/protocol/views";
import type { Undoable } from "./appliedChanges";
import type { ReviewProgress } from "./reviewRequest";
import { refusalText } from "./proposedFile";

/** Beyond this many, older ones are dropped. */
const maxProgresses = 200;

export interface Reviewed {
  readonly conversationId: string;
  readonly turnId: string;
  readonly review: ReviewView;
}

/** How far the reviews of answers have come, for the cards below them. */
export class ReviewProgresses extends Owner {
  readonly #views = new Map<string, ReviewView>();
  readonly #changed = this.register(new Emitter<Reviewed>());
  readonly onDidChange = this.#changed.event;

  get(conversationId: string, turnId: string): ReviewView | undefined {
    return this.#views.get(`${conversationId} ${turnId}`);
  }

  set(conversationId: string, turnId: string, progress: ReviewProgress): void {
    const { refusals, ...rest } = progress;
    const key = `${conversationId} ${turnId}`;
    this.#views.delete(key);
    const review = { ...rest, notPlaced: [...new Set(refusals.map(refusalText))] };
    this.#views.set(key, review);
    const [oldest] = this.#views.keys();
    if (this.#views.size > maxProgresses && oldest !== undefined) this.#views.delete(oldest);
    this.#changed.fire({ conversationId, turnId, review });
  }

  /** Nothing of an answer is left in files, so that it is no longer applied; or it is there again. */
  followUndo({ conversationId, turnId, canUndo }: Undoable): void {
    const known = this.get(conversationId, turnId);
    if (known?.state !== (canUndo ? "undone" : "applied")) return;
    const review: ReviewView = { ...known, state: canUndo ? "applied" : "undone" };
    this.#views.set(`${conversationId} ${turnId}`, review);
    this.#changed.fire({ conversationId, turnId, review });
  }
}
