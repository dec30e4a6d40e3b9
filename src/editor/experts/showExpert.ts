import type { Roster } from "../../app/experts/roster";
import type { ExpertDocuments } from "./expertDocument";
import { pickExpert } from "./expertPicks";
import { ExpertNode } from "./nodes";
import type { Command } from "../workbench/command";

/** A read-only document with every field of an expert. */
export class ShowExpert implements Command {
  readonly id = "expertHub.showExpert";
  readonly #roster: Roster;
  readonly #documents: ExpertDocuments;

  constructor(roster: Roster, documents: ExpertDocuments) {
    this.#roster = roster;
    this.#documents = documents;
  }

  async run(node?: unknown): Promise<void> {
    const id =
      node instanceof ExpertNode
        ? node.id
        : (await pickExpert(this.#roster, { adding: false }))?.id;
    if (id !== undefined) await this.#documents.show(id);
  }
}
