import * as v from "valibot";
import { parsedJson } from "../../../contract/record";
import { lenient, recordOf } from "../../../contract/lenientSchema";
import { t } from "../../../kit/l10n";
import type { Conversation } from "../../conversation/core/conversation";
import { fileNameOf } from "../../conversation/core/conversationFile";
import type { ConversationFiles } from "../../../platform/core/ports";
import { callers, type Caller } from "../../../contract/vocabulary";

/** What a list shows of a conversation. */
export interface Summary {
  readonly id: string;
  readonly title: string;
  readonly expertName: string;
  readonly hubScope: string;
  readonly turns: number;
  /** Milliseconds since 1970 of the newest question. */
  readonly askedAt: number;
  /** Who began it, if it was not the user in the chat. */
  readonly caller?: Caller;
}

const entry = v.object({
  summary: recordOf({
    id: v.string(),
    title: v.string(),
    expertName: v.string(),
    hubScope: v.string(),
    turns: v.number(),
    askedAt: v.number(),
    caller: lenient(v.picklist(callers)),
  } satisfies Record<keyof Summary, v.GenericSchema>),
  /** Bytes of the file that it describes: if the size differs, it is out of date. */
  size: v.number(),
});

type Entry = v.InferOutput<typeof entry>;

const indexName = "index.jsonl";
/** Superseded lines are removed above this number. */
const maxSupersededLines = 1000;

export function summaryOf(conversation: Conversation): Summary {
  const { id, title, turns, newestAt } = conversation;
  const last = turns.at(-1);
  const caller = turns[0]?.question.caller;
  return {
    id,
    title: title ?? t("Untitled"),
    expertName: last?.asked.expertName ?? "",
    hubScope: last?.asked.hubScope ?? "",
    turns: turns.length,
    askedAt: newestAt,
    ...(caller && { caller }),
  };
}

/** Avoids reading every conversation to list them. If it is lost or out of date, they are read. */
export class ConversationIndex {
  readonly #files: ConversationFiles;
  readonly #entries = new Map<string, Entry>();

  constructor(files: ConversationFiles) {
    this.#files = files;
  }

  async load(): Promise<void> {
    const bytes = await this.#files.read(indexName).catch(() => new Uint8Array());
    const lines = new TextDecoder().decode(bytes).split("\n");
    for (const line of lines) {
      const read = v.safeParse(entry, parsedJson(line));
      if (read.success) this.#entries.set(read.output.summary.id, read.output);
    }
    if (lines.length > this.#entries.size + maxSupersededLines)
      await this.rewrite().catch(() => undefined);
  }

  get(id: string, size: number): Summary | undefined {
    const entry = this.#entries.get(id);
    return entry?.size === size ? entry.summary : undefined;
  }

  /** Resolves even if it cannot be written, since nothing is lost then. */
  async put(entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) this.#entries.set(entry.summary.id, entry);
    const text = entries.map((entry) => `\n${JSON.stringify(entry)}`).join("");
    if (text !== "") await this.#files.append(indexName, text, "").catch(() => undefined);
  }

  /** Other windows may delete, too, or close while deleting: `ids` are all that still exist. */
  async retain(ids: ReadonlySet<string>): Promise<void> {
    const isDated = [...this.#entries.keys()].some((id) => !ids.has(id));
    if (isDated) await this.rewrite().catch(() => undefined);
  }

  /** Once this resolves, the disk holds no title of a conversation whose file is deleted. */
  async rewrite(): Promise<void> {
    const names = new Set((await this.#files.list()).map(({ name }) => name));
    for (const id of this.#entries.keys()) if (!names.has(fileNameOf(id))) this.#entries.delete(id);
    const lines = [...this.#entries.values()].map((entry) => `\n${JSON.stringify(entry)}`);
    return this.#files.replace(indexName, lines.join(""));
  }
}
