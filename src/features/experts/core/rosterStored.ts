import { t } from "../../../kit/l10n";
import type { SharedStore } from "../../../platform/core/ports";
import { orStorageError } from "../../../platform/core/localError";
import type { SavedExpert } from "./savedExpert";

/** The experts of one hub as stored on disk. */
export interface Stored {
  kept: SavedExpert[];
  current?: number;
  /** The most recently used experts, newest first. */
  used?: number[];
}

export function storedIn(value: unknown): Stored {
  const stored = value as Stored | undefined;
  return Array.isArray(stored?.kept) ? stored : { kept: [] };
}

/** The ids of the most recently used experts that are remembered. */
const usedMax = 20;

/** With this expert as the current one, and as the one used last. */
export function withUse({ used = [], ...rest }: Stored, id: number): Stored {
  const newest = [id, ...used.filter((one) => one !== id)].slice(0, usedMax);
  return { ...rest, current: id, used: newest };
}

/** The experts, the most recently used first. */
export function byUse({ kept, used = [] }: Stored): readonly SavedExpert[] {
  const rank = new Map(used.map((id, place) => [id, place - used.length]));
  return kept.toSorted((one, other) => (rank.get(one.id) ?? 0) - (rank.get(other.id) ?? 0));
}

/** The saved experts of every hub, by its scope. */
export class StoredRosters {
  readonly #store: SharedStore;

  constructor(store: SharedStore) {
    this.#store = store;
  }

  /** The same object as long as nothing changes. */
  of(scope: string): unknown {
    return this.#store.get(rosterKey(scope));
  }

  expertAt(scope: string, id: number): SavedExpert | undefined {
    return storedIn(this.of(scope)).kept.find((kept) => kept.id === id);
  }

  idsAt(scope: string): number[] {
    return storedIn(this.of(scope)).kept.map(({ id }) => id);
  }

  change(scope: string, change: (stored: Stored) => Stored | undefined): Promise<void> {
    return orStorageError(t("The experts could not be saved"), () =>
      this.#store.update(rosterKey(scope), (value) => change(storedIn(value))),
    );
  }

  remove(scope: string): Promise<void> {
    return this.change(scope, () => undefined);
  }
}

function rosterKey(scope: string): string {
  return `roster:${scope}`;
}
