import type { Roster } from "../../app/experts/roster";
import { pickExpert } from "./expertPicks";
import { ExpertNode } from "./nodes";
import type { Command } from "../workbench/command";

export class RemoveExpert implements Command {
  readonly id = "expertHub.removeExpert";
  readonly #roster: Roster;

  constructor(roster: Roster) {
    this.#roster = roster;
  }

  async run(node?: unknown, selected?: unknown): Promise<void> {
    const nodes = (Array.isArray(selected) ? selected : [node]).filter(
      (one) => one instanceof ExpertNode,
    );
    const ids = nodes.map(({ id }) => id);
    if (ids.length === 0) {
      const kept = await pickExpert(this.#roster, { adding: false });
      if (kept) ids.push(kept.id);
    }
    await this.#roster.remove(ids);
  }
}
