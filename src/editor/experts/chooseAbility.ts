import type { Roster } from "../../app/experts/roster";
import { AbilityNode } from "./nodes";
import type { Command } from "../workbench/command";

/** Makes the ability of this row the expert's choice; once more takes it back. */
export class ChooseAbility implements Command {
  readonly id = "expertHub.chooseAbility";
  readonly #roster: Roster;

  constructor(roster: Roster) {
    this.#roster = roster;
  }

  async run(node?: unknown): Promise<void> {
    if (!(node instanceof AbilityNode)) return;
    await this.#roster.choose(node.expertId, { abilityId: node.chosen ? undefined : node.id });
  }
}
