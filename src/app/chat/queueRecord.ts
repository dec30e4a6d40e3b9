import * as v from "valibot";
import { question } from "../savedConversations/turnSchema";
import { selectedParts, type QueuedQuestion, type Selections } from "./queue";

const selected = v.object(
  Object.fromEntries(selectedParts.map((part) => [part, v.string()])) as Record<
    keyof Selections,
    v.StringSchema<undefined>
  >,
);

const beside = v.object({ id: v.string(), selected });

/** Reads a saved queue; what is not a queued question is left out. */
export function decodeQueue(value: unknown): QueuedQuestion[] {
  return Array.isArray(value) ? value.flatMap(decodeQueued) : [];
}

function decodeQueued(value: unknown): QueuedQuestion[] {
  const own = v.safeParse(beside, value);
  if (!own.success) return [];
  // Only what was composed is saved: who is asked is decided when it is sent.
  const asked = v.safeParse(question, { ...(value as object), expertId: 0 });
  if (!asked.success) return [];
  const { typed, attachments } = asked.output;
  return [{ ...own.output, typed, ...(attachments && { attachments }) }];
}
