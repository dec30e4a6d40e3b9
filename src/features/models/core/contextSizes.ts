import * as v from "valibot";
import { contextTokensIn } from "../../../contract/contextSize";
import { servedModelKey } from "../../../contract/chatModel";
import type { ServerModel } from "../../../contract/builtInHubApi";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import type { SharedStore } from "../../../platform/core/ports";
import { type ChosenModels, modelKeyOf } from "./chosenModels";

const storedName = "contextSizes";
const maxRemembered = 500;

/** A restarted server may take more, so what an error says expires after a day. */
const taughtForMs = 24 * 60 * 60 * 1000;

const tokens = v.custom<number>((value) => contextTokensIn(value) !== undefined);

const knownSize = v.object({
  key: v.string(),
  /** The size from VS Code or from the server's list of models. */
  told: v.optional(tokens),
  /** The size from an error, and when it expires, in milliseconds since 1970. */
  taught: v.optional(v.object({ tokens, until: v.number() })),
  /** Whether it sees pictures, from VS Code or from the server's list of models. */
  sees: v.optional(v.boolean()),
  /** It has refused pictures, and is not asked about any until then. */
  blindUntil: v.optional(v.number()),
});
type KnownSize = v.InferOutput<typeof knownSize>;

/** The parts of a question that determine which model answers it. */
export interface RequestedModelOf {
  readonly hubScope: string;
  readonly expertId: number;
  readonly modelId?: number;
}

/** What a list says of a model. */
interface ToldModel {
  readonly key: string;
  readonly tokens: number | undefined;
  readonly seesPictures?: boolean | undefined;
}

/** The known sizes of context windows, and whether pictures are seen, by server and model. */
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
  keyOf({ hubScope, expertId, modelId }: RequestedModelOf): string {
    const chosen = this.#models.find(modelId);
    return chosen ? modelKeyOf(chosen) : `${hubScope} ${modelId ?? `expert ${expertId}`}`;
  }

  of(key: string): number | undefined {
    const { told, taught } = this.#known(key);
    return taught && isAhead(taught.until) ? taught.tokens : told;
  }

  /** Whether a model sees pictures; `undefined` if nothing is known of that. */
  seesPictures(key: string): boolean | undefined {
    const { sees, blindUntil } = this.#known(key);
    return blindUntil !== undefined && isAhead(blindUntil) ? false : sees;
  }

  /** A list of models was read; what it does not say stays as it is. */
  learnListed(listed: readonly ToldModel[]): Promise<void> {
    const news = listed.flatMap(({ key, tokens: size, seesPictures }) => {
      const known = this.#known(key);
      const isOtherSize = contextTokensIn(size) !== undefined && known.told !== size;
      const isOtherSight = seesPictures !== undefined && known.sees !== seesPictures;
      if (!isOtherSize && !isOtherSight) return [];
      const sight = isOtherSight ? { sees: seesPictures, blindUntil: undefined } : {};
      return [{ ...known, ...(isOtherSize && { told: size, taught: undefined }), ...sight }];
    });
    return this.#save(news);
  }

  tellServed(address: string, listed: readonly ServerModel[]): Promise<void> {
    return this.learnListed(
      listed.map(({ name: identifier, contextTokens, seesPictures }) => ({
        key: servedModelKey({ address, identifier }),
        tokens: contextTokens,
        seesPictures,
      })),
    );
  }

  /** A request was refused, and the error reports the size of the context window. */
  learn(key: string, said: number): Promise<void> {
    if (contextTokensIn(said) === undefined) return Promise.resolve();
    const taught = { tokens: said, until: Date.now() + taughtForMs };
    return this.#save([{ ...this.#known(key), taught }]);
  }

  /** A request was refused because of its pictures. */
  learnBlind(key: string): Promise<void> {
    return this.#save([{ ...this.#known(key), blindUntil: Date.now() + taughtForMs }]);
  }

  #known(key: string): KnownSize {
    return this.#entries.find((one) => one.key === key) ?? { key };
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

/** More than a day is left where the clock was ahead then. */
function isAhead(until: number): boolean {
  const left = until - Date.now();
  return left > 0 && left <= taughtForMs;
}

function entriesIn(stored: unknown): KnownSize[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((each: unknown) => {
    const { success, output } = v.safeParse(knownSize, each);
    return success ? [output] : [];
  });
}
