import type { ChatModel, OfferedModel } from "../../contract/chatModel";
import { modelId } from "../../client/modelId";
import type { Model } from "../../contract/types";
import { modelAddress } from "./modelServer";
import type { Dialect } from "../../contract/dialect";
import { Learned, OpenAiModel } from "./openAiModel";
import { requestWithout } from "./requestBody";

/** The language models that were chosen, as the service knows them. */
export class OfferedModels {
  readonly #offered: () => readonly OfferedModel[];

  readonly #byDefault: boolean;
  readonly #learned = new Learned();

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

  /**
   * The model with this id; without an id, if models answer by default, the first of those that the
   * expert prefers by name or identifier, else the first of all.
   */
  find(id: number | undefined, preferred: readonly string[] = []): ChatModel | undefined {
    const all = this.#all();
    if (id !== undefined) return all.find(({ key }) => modelId(key) === id);
    if (!this.#byDefault) return undefined;
    const found = preferred.map((name) => all.find((model) => isCalled(model, name)));
    return found.find((model) => model !== undefined) ?? all[0];
  }

  #all(): ChatModel[] {
    return this.#offered().map((model) => {
      if ("complete" in model)
        return askedOnceMore(model, this.#learned.dialects.of("", model.key));
      const server = { ...model, address: modelAddress(model.address, { localNetwork: true }) };
      return new OpenAiModel(server, model.identifier, this.#learned);
    });
  }
}

/** A model of VS Code, whose refusals come through it in words. */
function askedOnceMore(model: ChatModel, dialect: Dialect): ChatModel {
  const { key, name, identifier, provider, contextTokens } = model;
  return {
    key,
    name,
    identifier,
    provider,
    contextTokens,
    complete: async (request, signal) => {
      let isSilent = true;
      const heard = (tell: ((piece: string) => void) | undefined) => (piece: string) => {
        isSilent &&= piece === "";
        tell?.(piece);
      };
      const { answer, without } = await dialect.ask({
        body: (parts) => JSON.stringify(requestWithout(request, parts)),
        ask: (_, parts) => {
          const onText = heard(request.onText);
          const onReasoning = heard(request.onReasoning);
          const asked = requestWithout(request, parts);
          return model.complete({ ...asked, onText, onReasoning }, signal);
        },
        isSilent: () => isSilent && !signal.aborted,
      });
      return without.length > 0 ? { ...answer, without } : answer;
    },
  };
}

function isCalled({ name, identifier, provider }: ChatModel, wanted: string): boolean {
  const plain = wanted.toLowerCase();
  return [name, identifier, `${name} (${provider})`].some((own) => own.toLowerCase() === plain);
}
