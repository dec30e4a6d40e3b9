import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import type { ConfirmationRequest, Confirmer, Decision } from "../../../platform/core/confirmer";

/** A question to the user that a chat shows. */
export interface HeldQuestion extends ConfirmationRequest {
  readonly id: string;
}

/** A sentence to the user that a chat shows, with what can be done about it. */
export interface HeldNotice {
  readonly id: string;
  readonly sentence: string;
  readonly choices: readonly string[];
  readonly details: readonly string[];
}

interface Held {
  readonly question: HeldQuestion;
  settle(decision: Decision | undefined): void;
}

/** The questions to the user that stand in a chat, the newest in front. Each takes one answer. */
export class HeldQuestions extends Owner implements Confirmer {
  readonly #isInView: () => boolean;
  readonly #changed = this.register(new Emitter<void>());
  #held: readonly Held[] = [];
  #told: { readonly notice: HeldNotice; settle(choice: string | undefined): void } | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(isInView: () => boolean) {
    super();
    this.#isInView = isInView;
  }

  get canAsk(): boolean {
    return !this.disposed && this.#isInView();
  }

  get current(): HeldQuestion | undefined {
    return this.#held.at(-1)?.question;
  }

  get notice(): HeldNotice | undefined {
    return this.#told?.notice;
  }

  async ask(request: ConfirmationRequest, signal?: AbortSignal): Promise<Decision | undefined> {
    if (this.disposed || signal?.aborted === true) return undefined;
    const { promise, resolve } = Promise.withResolvers<Decision | undefined>();
    const held = { question: { ...request, id: crypto.randomUUID() }, settle: resolve };
    const decline = (): void => resolve(undefined);
    signal?.addEventListener("abort", decline, { once: true });
    this.#held = [...this.#held, held];
    this.#changed.fire();
    const decision = await promise;
    signal?.removeEventListener("abort", decline);
    this.#held = this.#held.filter((one) => one !== held);
    this.#changed.fire();
    return decision;
  }

  async tell(
    sentence: string,
    choices: readonly string[] = [],
    { details = [], signal }: { details?: readonly string[]; signal?: AbortSignal } = {},
  ): Promise<string | undefined> {
    if (this.disposed || signal?.aborted === true) return undefined;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const notice = { id: crypto.randomUUID(), sentence, choices, details };
    const told = { notice, settle: resolve };
    this.#told?.settle(undefined);
    this.#told = told;
    signal?.addEventListener("abort", () => resolve(undefined), { once: true });
    this.#changed.fire();
    const chosen = await promise;
    if (this.#told === told) {
      this.#told = undefined;
      this.#changed.fire();
    }
    return chosen;
  }

  /** Ignores the answer to a question that does not stand in front. */
  answer(id: string, decision: Decision | undefined): void {
    if (this.current?.id !== id) return;
    if (decision && !(decision.choice in this.current.choices)) return;
    this.#held.at(-1)?.settle(decision);
  }

  /** Ignores the answer to a notice that is gone. */
  answerNotice(id: string, choice: number | undefined): void {
    if (this.#told?.notice.id !== id) return;
    this.#told.settle(choice === undefined ? undefined : this.#told.notice.choices[choice]);
  }

  /** The user has left the chat, and with it all that stands there. */
  leave(): void {
    for (const { settle } of this.#held) settle(undefined);
    this.#told?.settle(undefined);
  }

  override dispose(): void {
    super.dispose();
    this.leave();
  }
}
