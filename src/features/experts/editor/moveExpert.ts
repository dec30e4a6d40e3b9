import type { Roster } from "../core/roster";
import type { Command } from "../../../platform/editor/command";
import { pickExpert } from "./expertPicks";
import type { ExpertsTree } from "./expertsTree";
import { ExpertNode } from "./nodes";

const commandIds = {
  up: "expertHub.moveExpertUp",
  down: "expertHub.moveExpertDown",
} as const;

/** Moves the row of the menu, or the selected rows, by one position: the keyboard equivalent of dragging. */
export function moveExpert(
  direction: keyof typeof commandIds,
  roster: Roster,
  tree: Pick<ExpertsTree, "selection">,
): Command {
  return {
    id: commandIds[direction],
    async run(node?: unknown, selected?: unknown): Promise<void> {
      const given = (Array.isArray(selected) ? selected : [node]).filter(
        (one) => one instanceof ExpertNode,
      );
      const ids = (
        given.length > 0 ? given : tree.selection.filter((one) => one instanceof ExpertNode)
      ).map(({ id }) => id);
      if (ids.length === 0) {
        const expert = await pickExpert(roster, { adding: false });
        if (expert) ids.push(expert.id);
      }
      await roster.shift(ids, direction);
    },
  };
}
