import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import type { Conversation } from "./conversation";
import type { Change } from "./turn";
import {
  firstLine,
  maxHeadBytes,
  recordLine,
  readHead,
  readLines,
  readWhole,
  restore,
  type Line,
} from "./conversationLines";
import { encodeChange, encodeWhole } from "./conversationRecord";
import type { ConversationFiles, Extent } from "../../../platform/core/ports";

/** Superseded records are removed above this many bytes, and above half of the file. */
const maxSupersededBytes = 1024 * 1024;
/** Most conversations are shorter, and are read at once. */
const readAtOnceBytes = 1024 * 1024;
/** Milliseconds. */
const firstWriteMs = 200;

export function fileNameOf(id: string): string {
  return `${id}.jsonl`;
}

/** `undefined` if this is not the name of a conversation file. */
export function idOf(name: string): string | undefined {
  return /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/.exec(name)?.[1];
}

export type Opened =
  | { kind: "opened"; file: ConversationFile }
  | { kind: "none" | "newer" | "broken" };

/** One conversation and its file: changes made here are appended, those of other windows are merged. */
export class ConversationFile extends Owner {
  readonly conversation: Conversation;
  readonly createdAt: number;
  readonly #files: ConversationFiles;
  readonly #writer: string;
  readonly #saved = this.register(new Emitter<void>());
  readonly #failed = this.register(new Emitter<unknown>());
  readonly #gone = this.register(new Emitter<void>());
  #unsaved: string[] = [];
  #read: Extent | undefined;
  #work: Promise<void> = Promise.resolve();

  /** All changes so far are in the file, possibly written by another window. */
  readonly onDidSave = this.#saved.event;
  /** Nothing is lost: the next save includes what this one could not write. */
  readonly onDidFail = this.#failed.event;
  /** The file was deleted by someone else. */
  readonly onDidGo = this.#gone.event;

  private constructor(
    files: ConversationFiles,
    writer: string,
    conversation: Conversation,
    read?: { extent: Extent; createdAt: number },
  ) {
    super();
    this.#files = files;
    this.#writer = writer;
    this.conversation = conversation;
    this.createdAt = read?.createdAt ?? Date.now();
    this.#read = read?.extent;
    this.register(
      conversation.onDidRecord((change) => this.#add([encodeChange(change, conversation.turns)])),
    );
  }

  /** A conversation that has no file yet; it gets one with its first turn. */
  static fresh(
    files: ConversationFiles,
    writer: string,
    conversation: Conversation,
  ): ConversationFile {
    const file = new ConversationFile(files, writer, conversation);
    file.#add(encodeWhole(conversation));
    return file;
  }

  /** Reads a saved conversation. Rejects if the disk fails. */
  static async open(files: ConversationFiles, writer: string, id: string): Promise<Opened> {
    const opened = await ConversationFile.#open(files, writer, id);
    if (opened.kind !== "broken") return opened;
    // Another window may still be in its first write.
    await new Promise((resolve) => setTimeout(resolve, firstWriteMs));
    return ConversationFile.#open(files, writer, id);
  }

  static async #open(files: ConversationFiles, writer: string, id: string): Promise<Opened> {
    const name = fileNameOf(id);
    const extent = await files.extent(name);
    if (!extent) return { kind: "none" };
    // Of a large file that is not ours, no more is read.
    const first = await files.read(name, 0, Math.min(extent.size, readAtOnceBytes));
    const head = readHead(first.subarray(0, maxHeadBytes));
    if (head.kind !== "readable") return head;
    const isAll = first.length === extent.size;
    const bytes = isAll ? first : await files.read(name, 0, extent.size);
    const { lines, unread, end } = await readWhole(bytes);
    if (lines.length === 0) return { kind: "broken" };
    const file = new ConversationFile(files, writer, restore(id, lines), {
      extent: { ...extent, size: end },
      createdAt: head.header.createdAt,
    });
    if (unread === 0) await file.#compact(lines, end);
    return { kind: "opened", file };
  }

  /** Bytes of the file when it was last read or written; 0 if there is none. */
  get size(): number {
    return this.#read?.size ?? 0;
  }

  get isSaved(): boolean {
    return this.#read !== undefined && this.#unsaved.length === 0;
  }

  /** Resolves once pending work is done, whatever the outcome. */
  get settled(): Promise<void> {
    return this.#work;
  }

  /** Merges what other windows wrote, and retries what could not be saved. */
  refresh(): Promise<void> {
    return this.#next(async () => {
      if (this.#unsaved.length > 0) await this.#write();
      await this.#takeOver();
    });
  }

  #add(records: readonly object[]): void {
    this.#unsaved.push(...records.map((record) => recordLine(this.#writer, record)));
    // A title alone does not make a conversation.
    if (this.#read || this.conversation.turns.length > 0) void this.#next(() => this.#write());
  }

  #next(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(async () => {
      if (this.disposed) return;
      try {
        await work();
      } catch (error) {
        this.#failed.fire(error);
      }
    });
    return this.#work;
  }

  async #write(): Promise<void> {
    const lines = this.#unsaved;
    if (lines.length === 0) return;
    this.#unsaved = [];
    const name = fileNameOf(this.conversation.id);
    const { id } = this.conversation;
    const head = this.#read ? undefined : firstLine({ id, createdAt: this.createdAt });
    try {
      const extent = await this.#files.append(name, lines.join(""), head);
      if (!extent) return this.#gone.fire();
      const { written, ...now } = extent;
      const alone =
        now.size - written === (this.#read?.size ?? 0) &&
        (!this.#read || this.#read.file === now.file);
      if (alone) this.#read = now;
      else await this.#takeOver();
    } catch (error) {
      this.#unsaved = [...lines, ...this.#unsaved];
      throw error;
    }
    this.#saved.fire();
  }

  async #takeOver(): Promise<void> {
    const name = fileNameOf(this.conversation.id);
    const extent = await this.#files.extent(name);
    if (this.disposed) return;
    if (!extent) {
      if (this.#read) this.#gone.fire();
      return;
    }
    // Compaction created another file under this name; it contains everything once more.
    const known = this.#read?.file === extent.file ? this.#read.size : 0;
    if (extent.size <= known) return;
    const bytes = await this.#files.read(name, known, extent.size);
    if (this.disposed) return;
    const { lines, end } = readLines(bytes, (turnId) => this.conversation.known(turnId));
    this.#read = { ...extent, size: known + end };
    this.conversation.merge(
      lines.filter(({ by }) => by !== this.#writer).map(({ change }) => change),
    );
  }

  async #compact(lines: readonly Line[], end: number): Promise<void> {
    const { conversation } = this;
    const newest = new Map(lines.map(({ change }, at) => [pieceOf(change) ?? at, at]));
    const dead = lines
      .filter(({ change }, at) => newest.get(pieceOf(change) ?? at) !== at)
      .reduce((sum, { bytes }) => sum + bytes, 0);
    if (dead < maxSupersededBytes || dead < end / 2) return;
    const { id } = conversation;
    const text = [
      firstLine({ id, createdAt: this.createdAt }),
      ...encodeWhole(conversation).map((record) => recordLine(this.#writer, record)),
    ].join("");
    const name = fileNameOf(id);
    try {
      await this.#files.replace(name, text, end);
      const extent = await this.#files.extent(name);
      if (extent) this.#read = { ...extent, size: new TextEncoder().encode(text).length };
    } catch {
      // The file stays complete, only longer than necessary.
    }
  }
}

/** Identifies what a later change supersedes. */
function pieceOf(change: Change): string | undefined {
  if (change.kind === "turn") return `turn ${change.turn.id}`;
  return change.kind === "result" ? `result ${change.turnId}` : undefined;
}
