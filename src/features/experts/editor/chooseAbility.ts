import type { ChooseInChat } from "./expertChoices";
import { AbilityNode } from "./nodes";
import type { Command } from "../../../platform/editor/command";

/** Asks the expert of this row with its ability from now on; a second call leaves the ability to the expert. */
export function chooseAbility(choose: ChooseInChat): Command {
  return {
    id: "expertHub.chooseAbility",
    async run(node?: unknown): Promise<void> {
      if (node instanceof AbilityNode) await choose(node.expertId, "abilityId", node.id);
    },
  };
}
