import type { Roster } from "../../app/experts/roster";
import { pickExpert } from "./expertPicks";
import { ExpertNode } from "./nodes";
import type { Command } from "../workbench/command";
import type { Notify } from "../workbench/notify";

/** Removes experts from the list; an expert from a file stays as long as its file does. */
export function removeExpert(roster: Roster, notify: Notify): Command {
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
      const removable = ids.filter((id) => !roster.get(id)?.isFromFile);
      if (removable.length < ids.length)
        notify.information("To remove an expert that is kept in a file, delete its file.");
      await roster.remove(removable);
    },
  };
}
