import { createHash } from "node:crypto";

/** Below are the built-in hub's own models. */
const firstId = 1000;

/** The id of a language model in the built-in hub (service 2.2): the same for the same `ChatModel.key`. */
export function modelId(key: string): number {
  return firstId + createHash("sha256").update(key).digest().readUIntBE(0, 6);
}
