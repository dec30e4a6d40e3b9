import type { Expert } from "../../../contract/types";
import type { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import type { SharedStore } from "../../../platform/core/ports";
import { orStorageError } from "../../../platform/core/localError";
import { nameOf } from "../../../platform/core/naming";

/** What determines how an expert answers, as text, so that two versions can be compared. */
export function behaviourOf(
  expert: Expert,
  title = nameOf("Expert", expert.id, expert.name),
): string {
  return [
    `# ${title}`,
    `## ${t("System message")}`,
    expert.system_message ?? t("None."),
    `## ${t("Abilities")}`,
    ...expert.abilities
      .toSorted((one, other) => one.id - other.id)
      .map(({ id, name, text }) => part(`${nameOf("Ability", id, name)} (${id})`, text)),
    `## ${t("Models")}`,
    ...expert.expert_llm_models
      .toSorted((one, other) => one.id - other.id)
      .map(({ id, name, identifier }) => part(`${nameOf("Model", id, name)} (${id})`, identifier)),
    "",
  ].join("\n\n");
}

/** True if the system message, the abilities or the models changed. Order and times are ignored. */
export function behavesOtherwise(before: Expert, after: Expert): boolean {
  return behaviourOf(before, "") !== behaviourOf(after, "");
}

function part(title: string, text: string | undefined): string {
  return text === undefined ? `### ${title}` : `### ${title}\n\n${text}`;
}

export interface SavedExpert {
  readonly id: number;
  /** As last known; absent until the hub has answered once. */
  readonly expert?: Expert;
  /** When `expert` was received, in milliseconds since 1970. */
  readonly fetchedAt?: number;
  /** The version that the user has seen, if a refresh has changed its behavior. */
  readonly seen?: Expert;
  /** The ability and the model for the next question. */
  readonly abilityId?: number;
  readonly modelId?: number;
  /** It stands in a file of an open folder, and is shown only while it does. */
  readonly isFromFile?: true;
}

/** The row with a new record: a choice that is no longer offered is dropped rather than sent. */
export function withFreshRecord(
  { abilityId, modelId, seen, ...saved }: SavedExpert,
  expert: Expert,
): SavedExpert {
  // Whoever keeps experts in files sees their changes there.
  const before = saved.isFromFile ? undefined : (seen ?? saved.expert);
  return {
    ...saved,
    expert,
    fetchedAt: Date.now(),
    ...(before && behavesOtherwise(before, expert) && { seen: before }),
    ...(expert.abilities.some(({ id }) => id === abilityId) &&
      abilityId !== undefined && { abilityId }),
    ...(expert.expert_llm_models.some(({ id }) => id === modelId) &&
      modelId !== undefined && { modelId }),
  };
}

export interface Adding {
  readonly signal?: AbortSignal;
  /** Another one was read. */
  onProgress?(): void;
  /** They stand in files of open folders. */
  readonly areFromFiles?: boolean;
}

export interface Added {
  added: number[];
  already: number[];
  notFound: number[];
  failed: { id: number; error: HubError }[];
}

/** The experts of one hub as stored on disk. */
export interface SavedRoster {
  kept: SavedExpert[];
  current?: number;
  /** The most recently used experts, newest first. */
  used?: number[];
}

export function savedRosterIn(value: unknown): SavedRoster {
  const saved = value as SavedRoster | undefined;
  return Array.isArray(saved?.kept) ? saved : { kept: [] };
}

/** The ids of the most recently used experts that are remembered. */
const usedMax = 20;

/** With this expert as the current one, and as the one used last. */
export function withUse({ used = [], ...rest }: SavedRoster, id: number): SavedRoster {
  const newest = [id, ...used.filter((one) => one !== id)].slice(0, usedMax);
  return { ...rest, current: id, used: newest };
}

/** The experts, the most recently used first. */
export function byUse({ kept, used = [] }: SavedRoster): readonly SavedExpert[] {
  const rank = new Map(used.map((id, place) => [id, place - used.length]));
  return kept.toSorted((one, other) => (rank.get(one.id) ?? 0) - (rank.get(other.id) ?? 0));
}

/** The saved experts of every hub, by its scope. */
export class SavedRosters {
  readonly #store: SharedStore;

  constructor(store: SharedStore) {
    this.#store = store;
  }

  /** The same object as long as nothing changes. */
  of(scope: string): unknown {
    return this.#store.get(rosterKey(scope));
  }

  expertAt(scope: string, id: number): SavedExpert | undefined {
    return savedRosterIn(this.of(scope)).kept.find((saved) => saved.id === id);
  }

  idsAt(scope: string): number[] {
    return savedRosterIn(this.of(scope)).kept.map(({ id }) => id);
  }

  change(scope: string, change: (saved: SavedRoster) => SavedRoster | undefined): Promise<void> {
    return orStorageError(t("The experts could not be saved"), () =>
      this.#store.update(rosterKey(scope), (value) => change(savedRosterIn(value))),
    );
  }

  remove(scope: string): Promise<void> {
    return this.change(scope, () => undefined);
  }
}

function rosterKey(scope: string): string {
  return `roster:${scope}`;
}
