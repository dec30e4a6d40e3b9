import type { Roster } from "../../experts/core/roster";
import { modelIdOf, type ModelChoice } from "../core/modelChoice";

/** Makes a model the choice of these experts of the hub in use, and reads which models they have now. */
export async function useForExperts(
  choice: ModelChoice,
  roster: Roster,
  expertIds: readonly number[] = roster.list.map(({ id }) => id),
): Promise<void> {
  const modelId = modelIdOf(choice);
  await Promise.all(
    expertIds.map(async (id) => {
      await roster.refresh(id);
      // The user knows what changed: it is the model. Both hold at once, and are saved together.
      await Promise.all([roster.markSeen(id), roster.choose(id, { modelId })]);
    }),
  );
}
