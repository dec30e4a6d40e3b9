import type { Roster } from "../../app/experts/roster";
import { ModelNode } from "./nodes";
import type { Command } from "../workbench/command";

/** Makes the model of this row the expert's choice; a second call undoes it. */
export function chooseModel(roster: Roster): Command {
  return {
    id: "expertHub.chooseModel",
    async run(node?: unknown): Promise<void> {
      if (!(node instanceof ModelNode)) return;
      await roster.choose(node.expertId, { modelId: node.chosen ? undefined : node.id });
    },
  };
}
