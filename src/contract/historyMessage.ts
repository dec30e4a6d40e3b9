import { isRecord } from "./record";
import type { Message } from "./types";

/** The known fields of a message; `undefined` if this is none. */
export function historyMessage(value: unknown): Message | undefined {
  if (!isRecord(value)) return undefined;
  const { role, content } = value;
  return typeof role === "string" && typeof content === "string" ? { role, content } : undefined;
}
