import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import type {
  ConfirmationRequest,
  Confirmer,
  NoticeOptions,
} from "../../../platform/core/confirmer";

/** A question to the user that a chat shows. */
export interface HeldQuestion extends ConfirmationRequest {
  readonly id: string;
}

/** A sentence to the user that a chat shows, with what can be done about it. */
export interface HeldNotice extends Pick<NoticeOptions, "severity" | "stays"> {
  readonly id: string;
  readonly sentence: string;
  readonly choices: readonly string[];
  readonly details: readonly string[];
}

interface Held {
  readonly question: HeldQuestion;
  settle(choice: number | undefined): void;
}

interface Told {
  readonly notice: HeldNotice;
  settle(choice: string | undefined): void;
}

/** Milliseconds for which a notice stands there that offers nothing. */
const passingForMs = 10_000;

/** What stands in a chat for the user to decide: questions, each of which takes one answer, and a notice. */
export class HeldQuestions extends Owner implements Confirmer {
  readonly #isInView: () => boolean;
  readonly #changed = this.register(new Emitter<void>());
  #held: readonly Held[] = [];
  /** The newest last. Those before it stand there again once it is over. */
  #told: readonly Told[] = [];

  readonly onDidChange = this.#changed.event;

  /** Brings a chat into view; absent where none can be shown. */
  seen?: () => Promise<HeldQuestions>;

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
    return this.#told.at(-1)?.notice;
  }

  async ask(request: ConfirmationRequest, signal?: AbortSignal): Promise<number | undefined> {
    if (this.disposed || signal?.aborted === true) return undefined;
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const held = { question: { ...request, id: crypto.randomUUID() }, settle: resolve };
    const decline = (): void => resolve(undefined);
    signal?.addEventListener("abort", decline, { once: true });
    this.#held = [...this.#held, held];
    this.#changed.fire();
    const choice = await promise;
    signal?.removeEventListener("abort", decline);
    this.#held = this.#held.filter((one) => one !== held);
    this.#changed.fire();
    return choice;
  }

  async tell(
    sentence: string,
    choices: readonly string[] = [],
    { details = [], severity, signal, stays = false }: NoticeOptions = {},
  ): Promise<string | undefined> {
    if (this.disposed || signal?.aborted === true) return undefined;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const notice = { id: crypto.randomUUID(), sentence, choices, details, severity, stays };
    const told = { notice, settle: resolve };
    const end = (): void => resolve(undefined);
    signal?.addEventListener("abort", end, { once: true });
    const timer = choices.length === 0 ? setTimeout(end, passingForMs) : undefined;
    this.endNotices();
    this.#told = [...this.#told, told];
    this.#changed.fire();
    const chosen = await promise;
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
    this.#told = this.#told.filter((one) => one !== told);
    this.#changed.fire();
    return chosen;
  }

  /** Ignores the answer to a question that does not stand in front. */
  answer(id: string, choice: number | undefined): void {
    const { current } = this;
    if (current?.id !== id || (choice !== undefined && !(choice in current.choices))) return;
    this.#held.at(-1)?.settle(choice);
  }

  /** Ignores the answer to a notice that does not stand there. */
  useNotice(id: string, choice: number | undefined): void {
    const told = this.#told.find(({ notice }) => notice.id === id);
    told?.settle(choice === undefined ? undefined : told.notice.choices[choice]);
  }

  /** The user does something else. */
  endNotices(): void {
    for (const { notice, settle } of this.#told) if (!notice.stays) settle(undefined);
    this.#told = this.#told.filter(({ notice }) => notice.stays);
  }

  /** The user has left the chat, and with it all that stands there. */
  leave(): void {
    for (const { settle } of [...this.#held, ...this.#told]) settle(undefined);
  }

  override dispose(): void {
    super.dispose();
    this.leave();
  }
}
