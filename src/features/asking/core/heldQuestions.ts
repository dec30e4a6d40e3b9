import { Limiter } from "../../../kit/limiter";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import type { Decision } from "../../../contract/vocabulary";
import type { ConfirmationRequest, Confirmer } from "../../../platform/core/confirmer";

/** A question to the user that a chat shows. */
export interface HeldQuestion extends ConfirmationRequest {
  readonly id: string;
}

/** The questions to the user that stand in a chat, one at a time. Each takes one answer. */
export class HeldQuestions extends Owner implements Confirmer {
  readonly #isInView: () => boolean;
  readonly #oneAtATime = new Limiter(1);
  readonly #changed = this.register(new Emitter<void>());
  #held: { readonly question: HeldQuestion; settle(decision: Decision): void } | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(isInView: () => boolean) {
    super();
    this.#isInView = isInView;
  }

  get canAsk(): boolean {
    return !this.disposed && this.#isInView();
  }

  get current(): HeldQuestion | undefined {
    return this.#held?.question;
  }

  ask(request: ConfirmationRequest, signal?: AbortSignal): Promise<Decision> {
    return this.#oneAtATime.run(async () => {
      if (this.disposed || signal?.aborted === true) return "no";
      const { promise, resolve } = Promise.withResolvers<Decision>();
      this.#held = { question: { ...request, id: crypto.randomUUID() }, settle: resolve };
      const decline = (): void => resolve("no");
      signal?.addEventListener("abort", decline, { once: true });
      this.#changed.fire();
      const decision = await promise;
      signal?.removeEventListener("abort", decline);
      this.#held = undefined;
      this.#changed.fire();
      return decision;
    });
  }

  /** Ignores the answer to a question that no longer stands. */
  answer(id: string, decision: Decision): void {
    if (this.#held?.question.id === id) this.#held.settle(decision);
  }

  override dispose(): void {
    super.dispose();
    this.#held?.settle("no");
  }
}
