import { createHash } from "node:crypto";
import type { ChatModel, OfferedModel } from "../../hub/chatModel";
import type { Model } from "../../hub/types";
import { modelAddress } from "./modelAddress";
import { OpenAiModel } from "./openAiModel";

const firstId = 1000;

/** The language models that were chosen, as the service knows them. */
export class OfferedModels {
  readonly #offered: () => readonly OfferedModel[];

  constructor(offered: () => readonly OfferedModel[]) {
    this.#offered = offered;
  }

  /** As records of the service (2.2). */
  records(stamp: Omit<Model, "id" | "name" | "identifier">): Model[] {
    return this.#all().map((model) => ({
      id: idOf(model),
      name: `${model.name} (${model.provider})`,
      identifier: model.identifier,
      ...stamp,
    }));
  }

  /** The model with this id; without an id, the first. */
  find(id: number | undefined): ChatModel | undefined {
    const all = this.#all();
    return id === undefined ? all[0] : all.find((model) => idOf(model) === id);
  }

  #all(): ChatModel[] {
    return this.#offered().map((model) =>
      "complete" in model
        ? model
        : new OpenAiModel({ ...model, address: modelAddress(model.address) }, model.identifier),
    );
  }
}

/** The same for a model of an address or vendor, whatever else is offered. */
export function idOf({ key }: ChatModel): number {
  return firstId + createHash("sha256").update(key).digest().readUIntBE(0, 6);
}
