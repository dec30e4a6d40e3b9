import * as v from "valibot";
import type { Attachment } from "../conversation/attachment";
import { attachment, question } from "../savedConversations/turnSchema";
import { selectedParts, type QueuedQuestion, type Selections } from "./queue";

const selected = v.object(
  Object.fromEntries(selectedParts.map((part) => [part, v.string()])) as Record<
    keyof Selections,
    v.StringSchema<undefined>
  >,
);

const beside = v.object({ id: v.string(), selected });

/** Reads saved attachments; what is none is left out. */
export function decodeAttachments(value: unknown): Attachment[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one) => {
    const read = v.safeParse(attachment, one);
    return read.success ? [read.output] : [];
  });
}

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
