import type { Expert } from "../../../contract/types";
import { behavesOtherwise } from "./expertChanges";
import type { HubError } from "../../../contract/errors";

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
  { abilityId, modelId, seen, ...kept }: SavedExpert,
  expert: Expert,
): SavedExpert {
  // Whoever keeps experts in files sees their changes there.
  const before = kept.isFromFile ? undefined : (seen ?? kept.expert);
  return {
    ...kept,
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
