import type { Roster } from "../../app/experts/roster";
import { pickExpert } from "./expertPicks";
import type { ExpertsTree } from "./expertsTree";
import { ExpertNode } from "./nodes";
import type { Command } from "../workbench/command";

/** Moves the row of the menu, or the selected ones, by one place: what dragging does, by the keyboard. */
abstract class MoveExpert implements Command {
  abstract readonly id: Command["id"];
  protected abstract readonly direction: "up" | "down";
  readonly #roster: Roster;
  readonly #tree: ExpertsTree;

  constructor(roster: Roster, tree: ExpertsTree) {
    this.#roster = roster;
    this.#tree = tree;
  }

  async run(node?: unknown, selected?: unknown): Promise<void> {
    const given = (Array.isArray(selected) ? selected : [node]).filter(
      (one) => one instanceof ExpertNode,
    );
    const ids = (
      given.length > 0 ? given : this.#tree.selection.filter((one) => one instanceof ExpertNode)
    ).map(({ id }) => id);
    if (ids.length === 0) {
      const kept = await pickExpert(this.#roster, { adding: false });
      if (kept) ids.push(kept.id);
    }
    await this.#roster.shift(ids, this.direction);
  }
}

export class MoveExpertUp extends MoveExpert {
  readonly id = "expertHub.moveExpertUp";
  protected readonly direction = "up";
}

export class MoveExpertDown extends MoveExpert {
  readonly id = "expertHub.moveExpertDown";
  protected readonly direction = "down";
}
