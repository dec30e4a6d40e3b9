import * as v from "valibot";
import { isRecord } from "../../../contract/record";
import type { Attachment } from "./attachment";
import { selectedParts, type QueuedQuestion, type Selections } from "./queuedQuestion";
import { isNothing, type Unsent } from "./unsent";
import { attachment, question } from "./turnSchema";

const selected = v.object(
  Object.fromEntries(selectedParts.map((part) => [part, v.string()])) as Record<
    keyof Selections,
    v.StringSchema<undefined>
  >,
);

const beside = v.object({ id: v.string(), selected });

const picked = v.object({ id: v.pipe(v.number(), v.safeInteger()), hubScope: v.string() });

/** The digest of each attachment's text, which never changes. */
const digests = new WeakMap<Attachment, string>();

/** What is saved of it beside the draft; empty if nothing is. */
export interface EncodedUnsent {
  readonly record: string;
  /** The texts that the record refers to, by their digest. */
  readonly texts: ReadonlyMap<string, string>;
}

export async function encodeUnsent(unsent: Unsent): Promise<EncodedUnsent> {
  if (isNothing(unsent)) return { record: "", texts: new Map() };
  const texts = new Map<string, string>();
  const withoutText = async (one: Attachment) => {
    const { text, ...rest } = one;
    const digest = digests.get(one) ?? (await digestOf(text));
    digests.set(one, digest);
    texts.set(digest, text);
    return { ...rest, digest };
  };
  const attachments = await Promise.all(unsent.attachments.map(withoutText));
  const queue = await Promise.all(
    unsent.queue.map(async ({ attachments: own, ...rest }) =>
      own ? { ...rest, attachments: await Promise.all(own.map(withoutText)) } : rest,
    ),
  );
  const isPlain = !unsent.picked && attachments.length === 0 && queue.length === 0;
  const record = isPlain ? "" : JSON.stringify({ attachments, queue, picked: unsent.picked });
  return { record, texts };
}

/** Reads what was saved beside the draft; what is invalid, or lacks its text, is left out. */
export function decodeUnsent(
  typed: string,
  record: unknown,
  texts: ReadonlyMap<string, string>,
): Unsent {
  const saved = isRecord(record) ? record : {};
  const withText = (one: unknown): unknown =>
    isRecord(one) && typeof one["digest"] === "string"
      ? { ...one, text: texts.get(one["digest"]) }
      : one;
  const chosen = v.safeParse(picked, saved["picked"]);
  return {
    typed,
    attachments: decodeAttachments(listIn(saved["attachments"]).map(withText)),
    queue: decodeQueue(
      listIn(saved["queue"]).map((one) =>
        isRecord(one) && one["attachments"]
          ? { ...one, attachments: listIn(one["attachments"]).map(withText) }
          : one,
      ),
    ),
    ...(chosen.success && { picked: chosen.output }),
  };
}

/** The digests of the texts that a record refers to. */
export function digestsIn(record: unknown): string[] {
  const saved = isRecord(record) ? record : {};
  const queued = listIn(saved["queue"]).flatMap((one) =>
    isRecord(one) ? listIn(one["attachments"]) : [],
  );
  const found = [...listIn(saved["attachments"]), ...queued].flatMap((one) =>
    isRecord(one) && typeof one["digest"] === "string" ? [one["digest"]] : [],
  );
  return [...new Set(found)].filter((digest) => /^[0-9a-f]{64}$/.test(digest));
}

/** Reads saved attachments; what is none is left out. */
export function decodeAttachments(value: unknown): Attachment[] {
  return listIn(value).flatMap((one) => {
    const read = v.safeParse(attachment, one);
    return read.success ? [read.output] : [];
  });
}

/** Reads a saved queue; what is not a queued question is left out. */
export function decodeQueue(value: unknown): QueuedQuestion[] {
  return listIn(value).flatMap(decodeQueued);
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

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(bytes).toString("hex");
}
