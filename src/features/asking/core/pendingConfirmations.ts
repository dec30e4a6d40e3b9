import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import type {
  ConfirmationRequest,
  Confirmer,
  NoticeOptions,
} from "../../../platform/core/confirmer";

/** A question to the user that a chat shows. */
export interface PendingConfirmation extends ConfirmationRequest {
  readonly id: string;
}

/** A sentence to the user that a chat shows, with what can be done about it. */
export interface PendingNotice extends Pick<NoticeOptions, "severity" | "stays"> {
  readonly id: string;
  readonly sentence: string;
  readonly choices: readonly string[];
  readonly details: readonly string[];
}

interface Pending {
  readonly question: PendingConfirmation;
  settle(choice: number | undefined): void;
}

interface ShownNotice {
  readonly notice: PendingNotice;
  settle(choice: string | undefined): void;
}

/** Milliseconds for which a notice stands there that offers nothing. */
const passingForMs = 10_000;

/** What stands in a chat for the user to decide: questions, each of which takes one answer, and a notice. */
export class PendingConfirmations extends Owner implements Confirmer {
  readonly #isInView: () => boolean;
  readonly #changed = this.register(new Emitter<void>());
  #pending: readonly Pending[] = [];
  /** The newest last. Those before it stand there again once it is over. */
  #notices: readonly ShownNotice[] = [];

  readonly onDidChange = this.#changed.event;

  /** Brings a chat into view; absent where none can be shown. */
  seen?: () => Promise<PendingConfirmations>;

  constructor(isInView: () => boolean) {
    super();
    this.#isInView = isInView;
  }

  get canAsk(): boolean {
    return !this.disposed && this.#isInView();
  }

  get current(): PendingConfirmation | undefined {
    return this.#pending.at(-1)?.question;
  }

  get notice(): PendingNotice | undefined {
    return this.#notices.at(-1)?.notice;
  }

  async ask(request: ConfirmationRequest, signal?: AbortSignal): Promise<number | undefined> {
    if (this.disposed || signal?.aborted === true) return undefined;
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const pending = { question: { ...request, id: crypto.randomUUID() }, settle: resolve };
    const decline = (): void => resolve(undefined);
    signal?.addEventListener("abort", decline, { once: true });
    this.#pending = [...this.#pending, pending];
    this.#changed.fire();
    const choice = await promise;
    signal?.removeEventListener("abort", decline);
    this.#pending = this.#pending.filter((one) => one !== pending);
    this.#changed.fire();
    return choice;
  }

  async announce(
    sentence: string,
    choices: readonly string[] = [],
    { details = [], severity, signal, stays = false }: NoticeOptions = {},
  ): Promise<string | undefined> {
    if (this.disposed || signal?.aborted === true) return undefined;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const notice = { id: crypto.randomUUID(), sentence, choices, details, severity, stays };
    const shown = { notice, settle: resolve };
    const end = (): void => resolve(undefined);
    signal?.addEventListener("abort", end, { once: true });
    const timer = choices.length === 0 ? setTimeout(end, passingForMs) : undefined;
    this.endNotices();
    this.#notices = [...this.#notices, shown];
    this.#changed.fire();
    const chosen = await promise;
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
    this.#notices = this.#notices.filter((one) => one !== shown);
    this.#changed.fire();
    return chosen;
  }

  /** Ignores the answer to a question that does not stand in front. */
  answer(id: string, choice: number | undefined): void {
    const { current } = this;
    if (current?.id !== id || (choice !== undefined && !(choice in current.choices))) return;
    this.#pending.at(-1)?.settle(choice);
  }

  /** Ignores the answer to a notice that does not stand there. */
  useNotice(id: string, choice: number | undefined): void {
    const shown = this.#notices.find(({ notice }) => notice.id === id);
    shown?.settle(choice === undefined ? undefined : shown.notice.choices[choice]);
  }

  /** The user does something else. */
  endNotices(): void {
    for (const { notice, settle } of this.#notices) if (!notice.stays) settle(undefined);
    this.#notices = this.#notices.filter(({ notice }) => notice.stays);
  }

  /** The user has left the chat, and with it all that stands there. */
  leave(): void {
    for (const { settle } of [...this.#pending, ...this.#notices]) settle(undefined);
  }

  override dispose(): void {
    super.dispose();
    this.leave();
  }
}
