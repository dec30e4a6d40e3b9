import type { Roster } from "../../app/experts/roster";
import { ModelNode } from "./nodes";
import type { Command } from "../workbench/command";

/** Makes the model of this row the expert's choice; once more takes it back. */
export class ChooseModel implements Command {
  readonly id = "expertHub.chooseModel";
  readonly #roster: Roster;

  constructor(roster: Roster) {
    this.#roster = roster;
  }

  async run(node?: unknown): Promise<void> {
    if (!(node instanceof ModelNode)) return;
    await this.#roster.choose(node.expertId, { modelId: node.chosen ? undefined : node.id });
  }
}
