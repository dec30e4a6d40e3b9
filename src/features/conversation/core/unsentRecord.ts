import * as v from "valibot";
import { isRecord, type JsonRecord } from "../../../contract/record";
import { lenientList, recordOf } from "../../../contract/lenientSchema";
import type { Attachment } from "./attachment";
import { attachment, composed, withAttachments, type Entries } from "./turnSchema";
import { isNothing, selectedParts, type QueuedQuestion, type Unsent } from "./unsent";

const selected = v.object(v.entriesFromList(selectedParts, v.string()));

/** Only what was composed is saved: who is asked is decided when it is sent. */
const queued = v.pipe(
  recordOf({ ...composed, id: v.string(), selected } satisfies Entries<
    keyof QueuedQuestion | "attachment"
  >),
  v.transform(withAttachments),
);

const picked = v.object({ id: v.pipe(v.number(), v.safeInteger()), hubScope: v.string() });

/** The digest of each attachment's text, which never changes. */
const digests = new WeakMap<Attachment, string>();

/** What is saved of it beside the draft; empty if nothing is. */
interface EncodedUnsent {
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
  return {
    record: isPlain ? "" : JSON.stringify({ attachments, queue, picked: unsent.picked }),
    texts,
  };
}

/** Reads what was saved beside the draft; what is invalid, or lacks its text, is left out. */
export function decodeUnsent(
  typed: string,
  value: unknown,
  texts: ReadonlyMap<string, string>,
): Unsent {
  const saved = isRecord(value) ? value : {};
  const withText = (one: JsonRecord): JsonRecord =>
    typeof one["digest"] === "string" ? { ...one, text: texts.get(one["digest"]) } : one;
  const withTexts = (one: JsonRecord): JsonRecord => ({
    ...one,
    attachments: recordsIn(one["attachments"]).map(withText),
  });
  const chosen = v.safeParse(picked, saved["picked"]);
  return {
    typed,
    attachments: decodeAttachments(withTexts(saved)["attachments"]),
    queue: decodeQueue(recordsIn(saved["queue"]).map(withTexts)),
    ...(chosen.success && { picked: chosen.output }),
  };
}

/** The digests of the texts that a record refers to. */
export function digestsIn(value: unknown): string[] {
  const saved = isRecord(value) ? value : {};
  const digests = [saved, ...recordsIn(saved["queue"])]
    .flatMap(({ attachments }) => recordsIn(attachments))
    .map(({ digest }) => digest)
    .filter((digest) => typeof digest === "string");
  return [...new Set(digests)].filter((digest) => /^[0-9a-f]{64}$/.test(digest));
}

/** Reads saved attachments; what is none is left out. */
export function decodeAttachments(value: unknown): Attachment[] {
  return v.parse(lenientList(attachment), value) ?? [];
}

/** Reads a saved queue; what is not a queued question is left out. */
export function decodeQueue(value: unknown): QueuedQuestion[] {
  return v.parse(lenientList(queued), value) ?? [];
}

function recordsIn(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(bytes).toString("hex");
}
