import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import type {
  ConfirmationRequest,
  Confirmer,
  Decision,
  NoticeOptions,
} from "../../../platform/core/confirmer";
import { HeldNotices } from "./heldNotices";

/** A question to the user that a chat shows. */
export interface HeldQuestion extends ConfirmationRequest {
  readonly id: string;
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
  /** The last thing that the chat said stands there. */
  readonly notices: HeldNotices;

  readonly onDidChange = this.#changed.event;

  constructor(isInView: () => boolean) {
    super();
    this.#isInView = isInView;
    this.notices = this.register(new HeldNotices(1, isInView));
    this.register(this.notices.onDidChange(() => this.#changed.fire()));
  }

  get canAsk(): boolean {
    return !this.disposed && this.#isInView();
  }

  get current(): HeldQuestion | undefined {
    return this.#held.at(-1)?.question;
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

  tell(
    sentence: string,
    choices: readonly string[] = [],
    more: NoticeOptions = {},
  ): Promise<string | undefined> {
    return this.notices.tell(sentence, choices, more);
  }

  /** Ignores the answer to a question that does not stand in front. */
  answer(id: string, decision: Decision | undefined): void {
    if (this.current?.id !== id) return;
    if (decision && !(decision.choice in this.current.choices)) return;
    this.#held.at(-1)?.settle(decision);
  }

  /** The user has left the chat, and with it all that stands there. */
  leave(): void {
    for (const { settle } of this.#held) settle(undefined);
    this.notices.leave();
  }

  override dispose(): void {
    super.dispose();
    this.leave();
  }
}
