import type { Roster } from "../../app/experts/roster";
import { pickExpert } from "./expertPicks";
import { ExpertNode } from "./nodes";
import type { Command } from "../workbench/command";

export function removeExpert(roster: Roster): Command {
  return {
    id: "expertHub.removeExpert",
    async run(node?: unknown, selected?: unknown): Promise<void> {
      const nodes = (Array.isArray(selected) ? selected : [node]).filter(
        (one) => one instanceof ExpertNode,
      );
      const ids = nodes.map(({ id }) => id);
      if (ids.length === 0) {
        const kept = await pickExpert(roster, { adding: false });
        if (kept) ids.push(kept.id);
      }
      await roster.remove(ids);
    },
  };
}
