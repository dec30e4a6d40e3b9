import type { Roster } from "../../app/experts/roster";
import { AbilityNode } from "./nodes";
import type { Command } from "../workbench/command";

/** Makes the ability of this row the expert's choice; a second call undoes it. */
export function chooseAbility(roster: Roster): Command {
  return {
    id: "expertHub.chooseAbility",
    async run(node?: unknown): Promise<void> {
      if (!(node instanceof AbilityNode)) return;
      await roster.choose(node.expertId, { abilityId: node.chosen ? undefined : node.id });
    },
  };
}
