import type { ChooseInChat } from "./expertChoices";
import { ModelNode } from "./nodes";
import type { Command } from "../../../platform/editor/command";

/** Asks the expert of this row with its model from now on; a second call leaves the model to the expert. */
export function chooseModel(choose: ChooseInChat): Command {
  return {
    id: "expertHub.chooseModel",
    async run(node?: unknown): Promise<void> {
      if (node instanceof ModelNode) await choose(node.expertId, "modelId", node.id);
    },
  };
}
