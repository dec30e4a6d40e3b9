import type { HubError } from "../../../contract/errors";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import type { Connection } from "../../connection/core/connection";
import { type Added, type Adding, type SavedExpert, withFreshRecord } from "./savedExpert";
import { FileRows, withNew, withoutOldFiles } from "./fileRows";
import { moveByOne, moveTo } from "./ordering";
import { putBack, rowsAt, withoutExperts } from "./removal";
import type { SharedStore } from "../../../platform/core/ports";
import { ExpertReader } from "./expertReader";
import {
  byUse,
  type Changed,
  placesIn,
  type Stored,
  storedIn,
  StoredRosters,
  withRow,
  withUse,
} from "./rosterStored";

export type { SavedExpert } from "./savedExpert";

/** Records younger than this are not requested again, in milliseconds. */
const freshFor = 600_000;

/** The experts that the user has saved, separately for each hub. The service has no call that lists them. */
export class Roster extends Owner {
  readonly #connection: Connection;
  /** What is saved for each hub. */
  readonly stored: StoredRosters;
  readonly #reading: ExpertReader;
  readonly #changed = this.register(new Emitter<number | undefined>());
  readonly #problems = new Map<string, HubError>();
  /** Experts that were viewed without being saved; forgotten with the window. */
  readonly #viewed = new Map<string, SavedExpert>();
  readonly #fileRows = new FileRows();

  /** The stored experts as last reported to listeners. */
  #lastReported: unknown;

  /** With an id if only the row of that expert changed. */
  readonly onDidChange = this.#changed.event;

  constructor(connection: Connection, store: SharedStore) {
    super();
    this.#connection = connection;
    this.stored = this.register(new StoredRosters(store));
    this.#reading = new ExpertReader(connection);
    this.register(connection.onDidChange(() => this.#changed.fire(undefined)));
  }

  get list(): readonly SavedExpert[] {
    return this.#read().kept;
  }

  /** The saved experts, most recently used first. */
  get byUse(): readonly SavedExpert[] {
    return byUse(this.#read());
  }

  get(id: number): SavedExpert | undefined {
    const { list } = this;
    return list[placesIn(list).get(id) ?? -1];
  }

  /** A saved expert, or one that was only viewed. */
  known(id: number): SavedExpert | undefined {
    return this.get(id) ?? this.#viewed.get(this.#nameOf(id));
  }

  /** The expert that is asked if none is named. */
  get current(): SavedExpert | undefined {
    const { kept, current } = this.#read();
    return kept.find(({ id }) => id === current) ?? kept[0];
  }

  /** Reads what another window changed. */
  reload(): void {
    const now = this.#ofHub;
    if (now === this.#lastReported) return;
    this.#lastReported = now;
    this.#changed.fire(undefined);
  }

  /** Why the last refresh of this expert failed. */
  problemOf(id: number): HubError | undefined {
    return this.#problems.get(this.#nameOf(id));
  }

  /** Shows the experts from files with these ids, and no others. */
  showFromFiles(ids: ReadonlySet<number>): void {
    if (this.#fileRows.show(ids)) this.#changed.fire(undefined);
  }

  use(id: number): Promise<void> {
    return this.#change((stored) => withUse(stored, id));
  }

  /** Selects for the next questions; `undefined` leaves the choice to the hub. */
  choose(id: number, choice: Pick<SavedExpert, "abilityId" | "modelId">): Promise<void> {
    return this.#update(id, (kept) => ({ ...kept, ...choice }));
  }

  /** Moves these, in their own order, to the target's place; to the end without one. */
  move(ids: readonly number[], target?: number): Promise<void> {
    return this.#changeRows((rows) => moveTo(rows, new Set(ids), target));
  }

  /** Moves each of these one place up or down, as far as there is room. */
  shift(ids: readonly number[], direction: "up" | "down"): Promise<void> {
    return this.#changeRows((kept) =>
      this.#fileRows.reordered(kept, (rows) => moveByOne(rows, new Set(ids), direction)),
    );
  }

  /** The user has viewed what a refresh changed. */
  markSeen(id: number): Promise<void> {
    return this.#update(id, (kept) => ({ ...kept, seen: undefined }));
  }

  /** Saves those of these ids that the hub knows, as each is found; unreadable ones as failed rows. */
  async add(
    ids: readonly number[],
    { signal, onProgress, areFromFiles }: Adding = {},
  ): Promise<Added> {
    const result: Added = { added: [], already: [], notFound: [], failed: [] };
    const places = new Map(ids.map((id, place) => [id, place]));
    const saved: Promise<void>[] = [];
    let done = 0;
    await Promise.all(
      ids.map(async (id) => {
        const found = await this.#find(id, result, signal);
        const origin = areFromFiles && ({ isFromFile: true } as const);
        if (found) saved.push(this.#keep({ ...found, ...origin }, places));
        onProgress?.(++done);
      }),
    );
    await Promise.all(saved);
    return result;
  }

  async #find(id: number, result: Added, signal?: AbortSignal): Promise<SavedExpert | undefined> {
    if (this.get(id)) {
      result.already.push(id);
      return undefined;
    }
    const name = this.#nameOf(id);
    const read = await this.#reading.expert(id, signal);
    if ("expert" in read) {
      result.added.push(id);
      this.#problems.delete(name);
      return { id, expert: read.expert, fetchedAt: Date.now() };
    }
    const { error } = read;
    if (error.kind === "not-found") result.notFound.push(id);
    if (error.kind === "not-found" || error.kind === "cancelled") return undefined;
    result.failed.push({ id, error });
    this.#problems.set(name, error);
    return { id };
  }

  /** Adds a new row after those of its kind, in the requested order. */
  #keep(found: SavedExpert, places: ReadonlyMap<number, number>): Promise<void> {
    return this.#changeRows((rows) => {
      const kept = withoutOldFiles(rows, Date.now());
      return kept.some(({ id }) => id === found.id) ? rows : withNew(found, kept, places);
    });
  }

  /** Resolves to what puts them back, for the same hub, with their places and choices. */
  async remove(ids: readonly number[]): Promise<() => Promise<void>> {
    for (const id of ids) this.#problems.delete(this.#nameOf(id));
    const scope = this.#scope;
    const removed = rowsAt(storedIn(this.#ofHub).kept, ids);
    await this.#changeRows((rows) => withoutExperts(rows, ids));
    return () => this.#changeRows((rows) => putBack(rows, removed), { scope });
  }

  /** Requests it from the hub again. Never rejects: a failure is shown in the row. */
  async refresh(id: number, signal?: AbortSignal): Promise<void> {
    const name = this.#nameOf(id);
    const read = await this.#reading.expert(id, signal);
    if ("expert" in read) {
      this.#problems.delete(name);
      if (this.get(id)) return this.#update(id, (kept) => withFreshRecord(kept, read.expert));
      this.#viewed.set(name, withFreshRecord({ id }, read.expert));
      this.#changed.fire(id);
    } else if (read.error.kind !== "cancelled") {
      this.#problems.set(name, read.error);
      this.#changed.fire(id);
    }
  }

  /** Refreshes what is missing or older than ten minutes; a failed one only on request. */
  async ensure(id: number): Promise<void> {
    if (this.problemOf(id)) return;
    const { fetchedAt = 0 } = this.known(id) ?? {};
    if (Date.now() - fetchedAt < freshFor) return;
    return this.refresh(id);
  }

  #nameOf(id: number): string {
    return `${this.#scope}#${id}`;
  }

  get #scope(): string {
    return this.#connection.hub?.scope ?? "";
  }

  get #ofHub(): unknown {
    return this.stored.of(this.#scope);
  }

  #read(): Stored {
    const stored = this.#ofHub;
    this.#lastReported ??= stored;
    const all = storedIn(stored);
    return { ...all, kept: this.#fileRows.shown(all.kept) };
  }

  #update(id: number, change: (kept: SavedExpert) => SavedExpert): Promise<void> {
    return this.#change(
      (stored) => {
        const place = placesIn(stored.kept).get(id);
        if (place === undefined) return stored;
        return { ...stored, kept: withRow(stored.kept, place, change(stored.kept[place]!)) };
      },
      { id },
    );
  }

  #changeRows(change: (rows: SavedExpert[]) => SavedExpert[], what?: Changed): Promise<void> {
    return this.#change((stored) => ({ ...stored, kept: change(stored.kept) }), what);
  }

  async #change(
    change: (stored: Stored) => Stored,
    { id, scope = this.#scope }: Changed = {},
  ): Promise<void> {
    const saved = this.stored.change(scope, change);
    this.#changed.fire(id);
    await saved;
    this.#lastReported = this.#ofHub;
  }
}
