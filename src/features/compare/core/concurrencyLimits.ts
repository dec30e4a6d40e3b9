import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import type { ConcurrencyLimit } from "../../asking/core/preparedQuestion";

/** Questions that a hub answers at the same time. */
const maxAtOnce = 4;

/** What answers a question: a hub, or a language model at an address of this computer. */
export interface Server {
  readonly key: string;
  /** Of a model: questions to the same one go together, so that each model is loaded once. */
  readonly model?: string;
}

interface Waiting {
  readonly model: string | undefined;
  begin(): void;
}

/** The questions to one server: a limited number at a time, those to the model in use first. */
class ServerLimit {
  readonly #width: number;
  #running = 0;
  #lastModel: string | undefined;
  #waiting: readonly Waiting[] = [];

  constructor(width: number) {
    this.#width = width;
  }

  get isFree(): boolean {
    return this.#running < this.#width;
  }

  async enter(model: string | undefined, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw stopped();
    if (this.isFree) this.#begin(model);
    else
      await new Promise<void>((resolve, reject) => {
        const waiting = {
          model,
          begin: () => {
            signal.removeEventListener("abort", leave);
            this.#begin(model);
            resolve();
          },
        };
        const leave = (): void => {
          this.#waiting = this.#waiting.filter((one) => one !== waiting);
          reject(stopped());
        };
        signal.addEventListener("abort", leave, { once: true });
        this.#waiting = [...this.#waiting, waiting];
      });
  }

  #begin(model: string | undefined): void {
    this.#running++;
    this.#lastModel = model;
  }

  leave(): void {
    this.#running--;
    const next = this.#waiting.find(({ model }) => model === this.#lastModel) ?? this.#waiting[0];
    if (!next) return;
    this.#waiting = this.#waiting.filter((one) => one !== next);
    next.begin();
  }
}

/** Limits how many questions run at once: four per hub, and one per local model server. */
export class ConcurrencyLimits {
  readonly #limits = new Map<string, ServerLimit>();

  of({ key, model }: Server): ConcurrencyLimit {
    const limit = this.#limits.get(key) ?? new ServerLimit(model === undefined ? maxAtOnce : 1);
    this.#limits.set(key, limit);
    return {
      get isFree() {
        return limit.isFree;
      },
      async run(task, signal) {
        await limit.enter(model, signal);
        try {
          return await task();
        } finally {
          limit.leave();
        }
      },
    };
  }
}

const stopped = (): HubError => new HubError("cancelled", t("Stopped."));
