import { createHash } from "node:crypto";
import type { ChatModel } from "../../hub/chatModel";
import type { Model } from "../../hub/types";

const firstId = 1000;

/** The same for a model of an address or vendor, whatever else is offered. */
export function modelId({ key }: ChatModel): number {
  return firstId + createHash("sha256").update(key).digest().readUIntBE(0, 6);
}

/** A language model as a record of the service (2.2). */
export function modelRecord(
  model: ChatModel,
  stamp: Omit<Model, "id" | "name" | "identifier">,
): Model {
  const { name, provider, identifier } = model;
  return { id: modelId(model), name: `${name} (${provider})`, identifier, ...stamp };
}
