import * as v from "valibot";
import { contextTokensIn } from "../../../contract/contextErrors";
import { servedModelKey } from "../../../contract/chatModel";
import type { ServerModel } from "../../../contract/builtInHubApi";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import type { SharedStore } from "../../../platform/core/ports";
import type { ChosenModels } from "./chosenModels";
import { modelKeyOf } from "./modelChoice";

const storedName = "contextSizes";
const maxRemembered = 500;

/** A restarted server may have a larger context window, so a size from an error expires after a day. */
const taughtForMs = 24 * 60 * 60 * 1000;

const tokens = v.custom<number>((value) => contextTokensIn(value) !== undefined);

const knownSize = v.object({
  key: v.string(),
  /** The size from VS Code or from the server's list of models. */
  told: v.optional(tokens),
  /** The size from an error, and when it expires, in milliseconds since 1970. */
  taught: v.optional(v.object({ tokens, until: v.number() })),
});
type KnownSize = v.InferOutput<typeof knownSize>;

/** The parts of a question that determine which model answers it. */
export interface AskedModelOf {
  readonly hubScope: string;
  readonly expertId: number;
  readonly modelId?: number;
}

/** The known sizes of context windows, by server and model. */
export class ContextSizes extends Owner {
  readonly #store: SharedStore;
  readonly #models: Pick<ChosenModels, "find">;
  readonly #changed = this.register(new Emitter<void>());

  readonly onDidChange = this.#changed.event;

  constructor(store: SharedStore, models: Pick<ChosenModels, "find">) {
    super();
    this.#store = store;
    this.#models = models;
  }

  /** What identifies the model that would answer. */
  keyOf({ hubScope, expertId, modelId }: AskedModelOf): string {
    const chosen = this.#models.find(modelId);
    return chosen ? modelKeyOf(chosen) : `${hubScope} ${modelId ?? `expert ${expertId}`}`;
  }

  of(key: string): number | undefined {
    const { told, taught } = this.#entries.find((one) => one.key === key) ?? {};
    const left = taught ? taught.until - Date.now() : 0;
    // More than that is left where the clock was ahead then.
    return taught && left > 0 && left <= taughtForMs ? taught.tokens : told;
  }

  /** A list of models was read; those that it says nothing of stay as they are. */
  tell(listed: readonly { readonly key: string; readonly tokens: number | undefined }[]) {
    const known = new Map(this.#entries.map(({ key, told }) => [key, told]));
    const news = listed.filter(
      (one) => contextTokensIn(one.tokens) !== undefined && known.get(one.key) !== one.tokens,
    );
    return this.#save(news.map(({ key, tokens: told }) => ({ key, told })));
  }

  tellServed(address: string, listed: readonly ServerModel[]): Promise<void> {
    return this.tell(
      listed.map(({ name: identifier, contextTokens }) => ({
        key: servedModelKey({ address, identifier }),
        tokens: contextTokens,
      })),
    );
  }

  /** A request was refused, and the error reports the size of the context window. */
  learn(key: string, said: number): Promise<void> {
    if (contextTokensIn(said) === undefined) return Promise.resolve();
    const told = this.#entries.find((one) => one.key === key)?.told;
    const taught = { tokens: said, until: Date.now() + taughtForMs };
    return this.#save([{ key, ...(told !== undefined && { told }), taught }]);
  }

  get #entries(): readonly KnownSize[] {
    return entriesIn(this.#store.get(storedName));
  }

  async #save(news: readonly KnownSize[]): Promise<void> {
    if (news.length === 0) return;
    const keys = new Set(news.map(({ key }) => key));
    await this.#store.update(storedName, (stored) =>
      [...entriesIn(stored).filter(({ key }) => !keys.has(key)), ...news].slice(-maxRemembered),
    );
    this.#changed.fire();
  }
}

function entriesIn(stored: unknown): KnownSize[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((each: unknown) => {
    const { success, output } = v.safeParse(knownSize, each);
    return success ? [output] : [];
  });
}
