import * as v from "valibot";
import type { ShownState } from "../../../contract/vocabulary";
import type { HubAccount } from "../../connection/core/hub";
import type { Attachment } from "./attachment";
import type { Question } from "./question";
import { isRecord, type JsonRecord } from "../../../contract/record";
import { lenientList, recordOf } from "../../../contract/lenientSchema";
import { attachment, type Entries } from "./turnSchema";

/** What else a question depends on than what was composed. */
export const selectedParts = ["hub", "expert", "ability", "model", "options"] as const;
export type Selections = Pick<ShownState, (typeof selectedParts)[number]>;

export function selectionsIn({ hub, expert, ability, model, options }: ShownState): Selections {
  return { hub, expert, ability, model, options };
}

/** What was composed, and what was selected when it was queued. */
export interface QueuedQuestion extends Pick<Question, "typed" | "attachments"> {
  readonly id: string;
  readonly selected: Selections;
  /** The hub in use, with its key; absent once it was saved. */
  readonly at?: HubAccount | undefined;
  /** Who is asked in place of the expert of the chat; absent once it was saved. */
  readonly expertId?: number | undefined;
}

/** An expert, and the scope of its hub: another hub may have another expert with this id. */
export interface PickedExpert {
  readonly id: number;
  readonly hubScope: string;
}

/** What was composed for a conversation and has not been sent. */
export interface Unsent {
  readonly typed: string;
  readonly attachments: readonly Attachment[];
  readonly queue: readonly QueuedQuestion[];
  readonly picked?: PickedExpert | undefined;
  /** Who is asked this question alone, in place of the one that was picked. */
  readonly once?: PickedExpert | undefined;
}

export const nothingUnsent: Unsent = { typed: "", attachments: [], queue: [] };

/** There is nothing that the user could miss: an expert alone is quickly picked again. */
export function isNothing({ typed, attachments, queue }: Unsent): boolean {
  return typed === "" && attachments.length === 0 && queue.length === 0;
}

const selected = v.object(v.entriesFromList(selectedParts, v.string()));

/** Only what was composed is saved: who is asked is decided when it is sent. */
const queued = v.pipe(
  recordOf({
    id: v.string(),
    typed: v.string(),
    attachments: lenientList(attachment),
    selected,
  } satisfies Entries<Exclude<keyof QueuedQuestion, "at" | "expertId">>),
  v.transform(({ attachments, ...rest }) => ({
    ...rest,
    ...(attachments?.length && { attachments }),
  })),
);

const expert = v.object({ id: v.pipe(v.number(), v.safeInteger()), hubScope: v.string() });

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
    unsent.queue.map(async ({ id, typed, selected, attachments: own }) => ({
      id,
      typed,
      selected,
      ...(own && { attachments: await Promise.all(own.map(withoutText)) }),
    })),
  );
  const { picked, once } = unsent;
  const isPlain = !picked && !once && attachments.length === 0 && queue.length === 0;
  return {
    record: isPlain ? "" : JSON.stringify({ attachments, queue, picked, once }),
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
  const withText = (one: JsonRecord): JsonRecord => ({
    ...one,
    text: texts.get(String(one["digest"])),
  });
  const withTexts = (one: JsonRecord): JsonRecord => ({
    ...one,
    attachments: recordsIn(one["attachments"]).map(withText),
  });
  const [picked, once] = [saved["picked"], saved["once"]].map((one) => v.safeParse(expert, one));
  return {
    typed,
    attachments: v.parse(lenientList(attachment), withTexts(saved)["attachments"]) ?? [],
    queue: v.parse(lenientList(queued), recordsIn(saved["queue"]).map(withTexts)) ?? [],
    ...(picked?.success && { picked: picked.output }),
    ...(once?.success && { once: once.output }),
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

function recordsIn(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(bytes).toString("hex");
}
