import type { Roster } from "../core/roster";
import type { ExpertDocuments } from "./expertDocument";
import { pickExpert } from "./expertPicks";
import { ExpertNode } from "./nodes";
import type { Command } from "../../../platform/editor/command";

/** A read-only document with every field of an expert. */
export function showExpert(roster: Roster, documents: ExpertDocuments): Command {
  return {
    id: "expertHub.showExpert",
    async run(node?: unknown): Promise<void> {
      const id =
        node instanceof ExpertNode ? node.id : (await pickExpert(roster, { adding: false }))?.id;
      if (id !== undefined) await documents.show(id);
    },
  };
}
