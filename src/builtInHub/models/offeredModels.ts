import type { ChatModel, OfferedModel } from "../../hub/chatModel";
import { modelId } from "../../hub/modelId";
import type { Model } from "../../hub/types";
import { modelAddress } from "./modelAddress";
import { OpenAiModel } from "./openAiModel";

/** The language models that were chosen, as the service knows them. */
export class OfferedModels {
  readonly #offered: () => readonly OfferedModel[];

  readonly #byDefault: boolean;

  constructor(offered: () => readonly OfferedModel[], byDefault: boolean) {
    this.#offered = offered;
    this.#byDefault = byDefault;
  }

  /** As records of the service (2.2). */
  records(stamp: Omit<Model, "id" | "name" | "identifier">): Model[] {
    return this.#all().map((model) => ({
      id: modelId(model.key),
      name: `${model.name} (${model.provider})`,
      identifier: model.identifier,
      ...stamp,
    }));
  }

  /** The model with this id; without an id, the first if it answers by default. */
  find(id: number | undefined): ChatModel | undefined {
    if (id === undefined) return this.#byDefault ? this.#all()[0] : undefined;
    return this.#all().find(({ key }) => modelId(key) === id);
  }

  #all(): ChatModel[] {
    return this.#offered().map((model) =>
      "complete" in model
        ? model
        : new OpenAiModel({ ...model, address: modelAddress(model.address) }, model.identifier),
    );
  }
}
