import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import type { Confirmer, NoticeOptions } from "../../../platform/core/confirmer";

/** A sentence to the user that a chat shows, with what can be done about it. */
export interface HeldNotice extends Pick<NoticeOptions, "severity"> {
  readonly id: string;
  readonly sentence: string;
  readonly choices: readonly string[];
  readonly details: readonly string[];
}

interface Told {
  readonly notice: HeldNotice;
  settle(choice: string | undefined): void;
}

/** The sentences to the user that a chat shows, the newest last. */
export class HeldNotices extends Owner implements Pick<Confirmer, "canAsk" | "tell"> {
  readonly #max: number;
  readonly #isInView: () => boolean;
  readonly #changed = this.register(new Emitter<void>());
  #told: readonly Told[] = [];

  readonly onDidChange = this.#changed.event;

  /** More than `max` are never shown: the oldest one goes. */
  constructor(max: number, isInView: () => boolean) {
    super();
    this.#max = max;
    this.#isInView = isInView;
  }

  get canAsk(): boolean {
    return !this.disposed && this.#isInView();
  }

  get shown(): readonly HeldNotice[] {
    return this.#told.map(({ notice }) => notice);
  }

  async tell(
    sentence: string,
    choices: readonly string[] = [],
    { details = [], severity, signal }: NoticeOptions = {},
  ): Promise<string | undefined> {
    if (this.disposed || signal?.aborted === true) return undefined;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const id = crypto.randomUUID();
    const notice = { id, sentence, choices, details, ...(severity && { severity }) };
    const told = { notice, settle: resolve };
    // Those that offer nothing, or say the same, are over.
    const lasting = this.#told.filter(
      (one) => one.notice.choices.length > 0 && one.notice.sentence !== sentence,
    );
    const before = lasting.slice(Math.max(0, lasting.length - this.#max + 1));
    const over = this.#told.filter((one) => !before.includes(one));
    this.#told = [...before, told];
    for (const one of over) one.settle(undefined);
    signal?.addEventListener("abort", () => resolve(undefined), { once: true });
    this.#changed.fire();
    const chosen = await promise;
    if (this.#told.includes(told)) {
      this.#told = this.#told.filter((one) => one !== told);
      this.#changed.fire();
    }
    return chosen;
  }

  /** Ignores the answer to a notice that is gone. */
  answer(id: string, choice: number | undefined): void {
    const told = this.#told.find(({ notice }) => notice.id === id);
    told?.settle(choice === undefined ? undefined : told.notice.choices[choice]);
  }

  leave(): void {
    for (const { settle } of this.#told) settle(undefined);
  }

  override dispose(): void {
    super.dispose();
    this.leave();
  }
}
