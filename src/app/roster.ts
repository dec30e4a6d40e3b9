import { HubError } from "../hub/errors";
import type { Expert } from "../hub/types";
import { Owner } from "../kit/disposable";
import { Emitter } from "../kit/event";
import type { Connection } from "./connection";
import { asHubError } from "./explain";
import { InFlight } from "./inFlight";
import type { Store } from "./ports";

/** One expert that the user keeps. */
export interface Kept {
  readonly id: number;
  /** As last known; absent until the hub has answered once. */
  readonly expert?: Expert;
  /** When `expert` came, in milliseconds since 1970. */
  readonly fetchedAt?: number;
  /** The ability and the model for the next question. */
  readonly abilityId?: number;
  readonly modelId?: number;
}

export interface Added {
  added: number[];
  already: number[];
  notFound: number[];
  failed: { id: number; error: HubError }[];
}

interface Stored {
  kept: Kept[];
  current?: number;
}

/** Fresh enough not to ask the hub again, in milliseconds. */
const freshFor = 600_000;
const atOnce = 6;

/** The experts that the user keeps, for each hub its own. The service has no call that lists them. */
export class Roster extends Owner {
  readonly #connection: Connection;
  readonly #store: Store;
  readonly #inFlight = new InFlight(atOnce);
  readonly #changed = this.register(new Emitter<void>());
  readonly #problems = new Map<string, HubError>();
  readonly #pending = new Map<string, Promise<void>>();

  readonly onDidChange = this.#changed.event;

  constructor(connection: Connection, store: Store) {
    super();
    this.#connection = connection;
    this.#store = store;
    this.register(connection.onDidChange(() => this.#changed.fire()));
  }

  get list(): readonly Kept[] {
    return this.#read().kept;
  }

  get(id: number): Kept | undefined {
    return this.list.find((kept) => kept.id === id);
  }

  /** The expert that is asked when none is named. */
  get current(): Kept | undefined {
    const { kept, current } = this.#read();
    return kept.find(({ id }) => id === current) ?? kept[0];
  }

  /** Why the last refresh of this expert failed. */
  problemOf(id: number): HubError | undefined {
    return this.#problems.get(this.#nameOf(id));
  }

  async use(id: number): Promise<void> {
    await this.#write({ ...this.#read(), current: id });
  }

  /** Chooses for the next questions; `undefined` leaves the choice to the hub. */
  async choose(id: number, choice: Pick<Kept, "abilityId" | "modelId">): Promise<void> {
    await this.#update(id, (kept) => ({ ...kept, ...choice }));
  }

  /** Keeps those of these ids that the hub knows, as each is found; those it could not tell as failed rows. */
  async add(
    ids: readonly number[],
    { signal, onProgress }: { signal?: AbortSignal; onProgress?(done: number): void } = {},
  ): Promise<Added> {
    const result: Added = { added: [], already: [], notFound: [], failed: [] };
    const scope = this.#scope;
    let done = 0;
    await Promise.all(
      ids.map((id) =>
        this.#inFlight.run(async () => {
          if (signal?.aborted) return;
          const found = await this.#find(id, result, signal);
          if (this.#scope !== scope)
            throw new HubError("cancelled", "The hub was changed meanwhile.");
          if (found) await this.#keep(found, ids);
          onProgress?.(++done);
        }),
      ),
    );
    return result;
  }

  async #find(id: number, result: Added, signal?: AbortSignal): Promise<Kept | undefined> {
    if (this.get(id)) {
      result.already.push(id);
      return undefined;
    }
    try {
      const expert = await this.#fetch(id, signal);
      result.added.push(id);
      return { id, expert, fetchedAt: Date.now() };
    } catch (thrown) {
      const error = asHubError(thrown);
      if (error.kind === "cancelled") return undefined;
      if (error.kind === "not-found") {
        result.notFound.push(id);
        return undefined;
      }
      result.failed.push({ id, error });
      this.#problems.set(this.#nameOf(id), error);
      return { id };
    }
  }

  /** Puts a new row behind the old ones, in the order asked for. */
  async #keep(found: Kept, order: readonly number[]): Promise<void> {
    const { kept, ...rest } = this.#read();
    if (kept.some(({ id }) => id === found.id)) return;
    const place = order.indexOf(found.id);
    const before = kept.findIndex(({ id }) => order.indexOf(id) > place);
    const at = before === -1 ? kept.length : before;
    await this.#write({ ...rest, kept: kept.toSpliced(at, 0, found) });
  }

  async remove(ids: readonly number[]): Promise<void> {
    const { kept, ...rest } = this.#read();
    for (const id of ids) this.#problems.delete(this.#nameOf(id));
    await this.#write({ ...rest, kept: kept.filter(({ id }) => !ids.includes(id)) });
  }

  /** Asks the hub again. Never rejects: a failure stands in the row. */
  async refresh(id: number, signal?: AbortSignal): Promise<void> {
    const name = this.#nameOf(id);
    const pending = this.#pending.get(name) ?? this.#inFlight.run(() => this.#refresh(id, signal));
    this.#pending.set(name, pending);
    try {
      await pending;
    } finally {
      this.#pending.delete(name);
    }
  }

  /** Refreshes what is missing or older than ten minutes. */
  async ensure(id: number): Promise<void> {
    const kept = this.get(id);
    if (!kept || this.problemOf(id)) return;
    if (kept.expert && Date.now() - (kept.fetchedAt ?? 0) < freshFor) return;
    await this.refresh(id);
  }

  async #refresh(id: number, signal?: AbortSignal): Promise<void> {
    const name = this.#nameOf(id);
    const scope = this.#scope;
    try {
      const expert = await this.#fetch(id, signal);
      if (this.#scope !== scope) return;
      this.#problems.delete(name);
      await this.#update(id, (kept) => ({
        ...stillValid(kept, expert),
        expert,
        fetchedAt: Date.now(),
      }));
    } catch (error) {
      const problem = asHubError(error);
      if (problem.kind === "cancelled") return;
      this.#problems.set(name, problem);
      this.#changed.fire();
    }
  }

  async #fetch(id: number, signal?: AbortSignal): Promise<Expert> {
    const client = await this.#connection.client();
    return client.getExpert(id, signal);
  }

  get #scope(): string {
    return this.#connection.hub?.scope ?? "";
  }

  #nameOf(id: number): string {
    return `${this.#scope}#${id}`;
  }

  #read(): Stored {
    const stored = this.#store.get(`roster:${this.#scope}`) as Stored | undefined;
    return Array.isArray(stored?.kept) ? stored : { kept: [] };
  }

  async #update(id: number, change: (kept: Kept) => Kept): Promise<void> {
    const { kept, ...rest } = this.#read();
    await this.#write({
      ...rest,
      kept: kept.map((entry) => (entry.id === id ? change(entry) : entry)),
    });
  }

  async #write(stored: Stored): Promise<void> {
    const saved = this.#store.set(`roster:${this.#scope}`, stored);
    this.#changed.fire();
    await saved;
  }
}

/** A choice that the hub no longer offers is dropped rather than sent. */
function stillValid({ abilityId, modelId, ...kept }: Kept, expert: Expert): Kept {
  return {
    ...kept,
    ...(expert.abilities.some(({ id }) => id === abilityId) &&
      abilityId !== undefined && { abilityId }),
    ...(expert.expert_llm_models.some(({ id }) => id === modelId) &&
      modelId !== undefined && { modelId }),
  };
}
