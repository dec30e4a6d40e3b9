import type { HubError } from "../../../contract/errors";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import type { Connection } from "../../connection/core/connection";
import {
  type Added,
  type Adding,
  type SavedExpert,
  withFreshRecord,
  byUse,
  type SavedRoster,
  savedRosterIn,
  SavedRosters,
  withUse,
} from "./savedExpert";
import type { SharedStore } from "../../../platform/core/ports";
import { ExpertReader } from "./expertReader";

export type { SavedExpert } from "./savedExpert";

/** Records younger than this are not requested again, in milliseconds. */
const freshFor = 600_000;

/** The experts that the user has saved, separately for each hub. The service has no call that lists them. */
export class Roster extends Owner {
  readonly #connection: Connection;
  /** What is saved for each hub. */
  readonly savedRosters: SavedRosters;
  readonly #reading: ExpertReader;
  readonly #changed = this.register(new Emitter<void>());
  readonly #problems = new Map<string, HubError>();
  /** Experts that were viewed without being saved; forgotten with the window. */
  readonly #viewed = new Map<string, SavedExpert>();
  readonly #fileRows = new FileRows();

  /** The stored experts as last reported to listeners. */
  #lastReported: unknown;

  readonly onDidChange = this.#changed.event;

  constructor(connection: Connection, store: SharedStore) {
    super();
    this.#connection = connection;
    this.savedRosters = new SavedRosters(store);
    this.#reading = new ExpertReader(connection);
    this.register(connection.onDidChange(() => this.#changed.fire()));
  }

  get list(): readonly SavedExpert[] {
    return this.#read().kept;
  }

  /** The saved experts, most recently used first. */
  get byUse(): readonly SavedExpert[] {
    return byUse(this.#read());
  }

  get(id: number): SavedExpert | undefined {
    return this.list.find((saved) => saved.id === id);
  }

  /** A saved expert of the hub with this scope, in use or not. */
  getAt(hubScope: string, id: number): SavedExpert | undefined {
    return hubScope === this.#scope ? this.get(id) : this.savedRosters.expertAt(hubScope, id);
  }

  /** A saved expert, or one that was only viewed. */
  getOrViewed(id: number): SavedExpert | undefined {
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
    this.#changed.fire();
  }

  /** Why the last refresh of this expert failed. */
  problemOf(id: number): HubError | undefined {
    return this.#problems.get(this.#nameOf(id));
  }

  /** Shows the experts from files with these ids, and no others. */
  showFromFiles(ids: ReadonlySet<number>): void {
    if (this.#fileRows.show(ids)) this.#changed.fire();
  }

  use(id: number): Promise<void> {
    return this.#change((saved) => withUse(saved, id));
  }

  /** Selects for the next questions; `undefined` leaves the choice to the hub. */
  choose(id: number, choice: Pick<SavedExpert, "abilityId" | "modelId">): Promise<void> {
    return this.#update(id, (saved) => ({ ...saved, ...choice }));
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
    return this.#update(id, (saved) => ({ ...saved, seen: undefined }));
  }

  /** Saves those of these ids that the hub knows, in this order; unreadable ones as failed rows. */
  async add(
    ids: readonly number[],
    { signal, onProgress, areFromFiles }: Adding = {},
  ): Promise<Added> {
    const result: Added = { added: [], already: [], notFound: [], failed: [] };
    // Another hub may be in use once all have been read.
    const scope = this.#scope;
    const found = await Promise.all(
      ids.map(async (id) => {
        const row = await this.#find(id, result, signal);
        onProgress?.();
        return row && (areFromFiles ? { ...row, isFromFile: true as const } : row);
      }),
    );
    // The hub may have answered in any other order.
    const byIds = (one: number, other: number) => ids.indexOf(one) - ids.indexOf(other);
    result.notFound.sort(byIds);
    result.failed.sort((one, other) => byIds(one.id, other.id));
    const rows = found.filter((row) => row !== undefined);
    if (rows.length > 0)
      await this.#changeRows(
        (kept) => rows.reduce(withNew, withoutOldFiles(kept, Date.now())),
        scope,
      );
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

  /** Resolves to what puts them back, for the same hub, with their places and choices. */
  async remove(ids: readonly number[]): Promise<() => Promise<void>> {
    for (const id of ids) this.#problems.delete(this.#nameOf(id));
    const scope = this.#scope;
    const removed = rowsAt(savedRosterIn(this.#ofHub).kept, ids);
    await this.#changeRows((rows) => withoutExperts(rows, ids));
    return () => this.#changeRows((rows) => putBack(rows, removed), scope);
  }

  /** Requests it from the hub again. Never rejects: a failure is shown in the row. */
  async refresh(id: number, signal?: AbortSignal): Promise<void> {
    const name = this.#nameOf(id);
    const read = await this.#reading.expert(id, signal);
    if ("expert" in read) {
      this.#problems.delete(name);
      if (this.get(id)) return this.#update(id, (saved) => withFreshRecord(saved, read.expert));
      this.#viewed.set(name, withFreshRecord({ id }, read.expert));
      this.#changed.fire();
    } else if (read.error.kind !== "cancelled") {
      this.#problems.set(name, read.error);
      this.#changed.fire();
    }
  }

  /** Refreshes what is missing or older than ten minutes; a failed one only on request. */
  async ensure(id: number): Promise<void> {
    if (this.problemOf(id)) return;
    const { fetchedAt = 0 } = this.getOrViewed(id) ?? {};
    const age = Date.now() - fetchedAt;
    // Below 0, the clock was ahead then: nobody knows the age.
    if (age >= 0 && age < freshFor) return;
    return this.refresh(id);
  }

  #nameOf(id: number): string {
    return `${this.#scope}#${id}`;
  }

  get #scope(): string {
    return this.#connection.hub?.scope ?? "";
  }

  get #ofHub(): unknown {
    return this.savedRosters.of(this.#scope);
  }

  #read(): SavedRoster {
    const saved = this.#ofHub;
    this.#lastReported ??= saved;
    const all = savedRosterIn(saved);
    return { ...all, kept: this.#fileRows.shown(all.kept) };
  }

  #update(id: number, change: (saved: SavedExpert) => SavedExpert): Promise<void> {
    return this.#changeRows((rows) => rows.map((row) => (row.id === id ? change(row) : row)));
  }

  #changeRows(change: (rows: SavedExpert[]) => SavedExpert[], scope?: string): Promise<void> {
    return this.#change((saved) => ({ ...saved, kept: change(saved.kept) }), scope);
  }

  async #change(change: (saved: SavedRoster) => SavedRoster, scope = this.#scope): Promise<void> {
    await this.savedRosters.change(scope, change);
    this.#lastReported = this.#ofHub;
    this.#changed.fire();
  }
}

/** An expert is forgotten this many milliseconds after its file was last seen: 90 days. */
const oldAfter = 90 * 24 * 60 * 60 * 1000;

/** The rows without those of experts whose files are long gone, in any window. */
export function withoutOldFiles(rows: readonly SavedExpert[], now: number): SavedExpert[] {
  return rows.filter(
    ({ isFromFile, fetchedAt = now }) => !isFromFile || now - fetchedAt < oldAfter,
  );
}

/** The rows with a new one at the end, but before experts from files, which come and go. */
export function withNew(rows: readonly SavedExpert[], row: SavedExpert): SavedExpert[] {
  const end = row.isFromFile ? rows.length : rows.findLastIndex((one) => !one.isFromFile) + 1;
  return rows.some(({ id }) => id === row.id) ? [...rows] : rows.toSpliced(end, 0, row);
}

/** Shows the rows of experts from files only while their files are there: other folders have others. */
export class FileRows {
  #present: ReadonlySet<number> = new Set();

  /** The ids of the experts whose files are there; true if they are others than before. */
  show(ids: ReadonlySet<number>): boolean {
    const { size } = this.#present;
    if (ids.size === size && [...ids].every((id) => this.#present.has(id))) return false;
    this.#present = ids;
    return true;
  }

  shown(all: readonly SavedExpert[]): SavedExpert[] {
    return all.filter(({ id, isFromFile }) => !isFromFile || this.#present.has(id));
  }

  /** All rows, with the shown ones in their new order; those that are not shown follow. */
  reordered(all: SavedExpert[], order: (shown: SavedExpert[]) => SavedExpert[]): SavedExpert[] {
    const shown = this.shown(all);
    const rows = new Set(shown);
    return [...order(shown), ...all.filter((row) => !rows.has(row))];
  }
}

interface OrderedRow {
  readonly id: number;
}

/** Moves the rows with these ids, in their own order, to the target; to the end without a target. */
export function moveTo<T extends OrderedRow>(
  rows: readonly T[],
  ids: ReadonlySet<number>,
  target?: number,
): T[] {
  const moving = rows.filter(({ id }) => ids.has(id));
  const staying = rows.filter(({ id }) => !ids.has(id));
  const to = rows.findIndex(({ id }) => id === target);
  if (to === -1) return [...staying, ...moving];
  // Dragged down, they land after the target: otherwise nothing could be dropped after the last row.
  const from = rows.findIndex(({ id }) => ids.has(id));
  const before = rows.slice(0, from < to ? to + 1 : to).filter(({ id }) => !ids.has(id)).length;
  return staying.toSpliced(before, 0, ...moving);
}

/** Moves each of these rows by one place; those at the end stay, and the order is kept. */
export function moveByOne<T extends OrderedRow>(
  rows: readonly T[],
  ids: ReadonlySet<number>,
  direction: "up" | "down",
): T[] {
  const ordered = direction === "up" ? [...rows] : rows.toReversed();
  for (let place = 1; place < ordered.length; place++) {
    const [before, row] = [ordered[place - 1]!, ordered[place]!];
    if (ids.has(row.id) && !ids.has(before.id)) ordered.splice(place - 1, 2, row, before);
  }
  return direction === "up" ? ordered : ordered.toReversed();
}

/** A row that was removed, and the place that it had. */
interface Removed {
  readonly row: SavedExpert;
  readonly place: number;
}

/** These rows with their places, for `putBack`. */
function rowsAt(kept: readonly SavedExpert[], ids: readonly number[]): Removed[] {
  return kept.flatMap((row, place) => (ids.includes(row.id) ? [{ row, place }] : []));
}

function withoutExperts(kept: readonly SavedExpert[], ids: readonly number[]): SavedExpert[] {
  const gone = new Set(ids);
  return kept.filter(({ id }) => !gone.has(id));
}

/** The list with these rows at their places again, except those that were added again meanwhile. */
function putBack(kept: readonly SavedExpert[], removed: readonly Removed[]): SavedExpert[] {
  const all = [...kept];
  for (const { row, place } of removed)
    if (!kept.some(({ id }) => id === row.id)) all.splice(place, 0, row);
  return all;
}
