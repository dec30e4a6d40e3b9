import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { Conversation } from "./conversation";
import type { Change } from "./turn";
import {
  encodeChange,
  encodeWhole,
  ChangeReader,
  headOf,
  peek,
  type Header,
} from "./conversationRecord";
import type { ConversationFiles, Extent } from "../../../platform/core/ports";
import { isTooDeep } from "../../../contract/json";
import type { Lookup } from "./turnRecord";

// A file is its head, then a line break before each record: a crash can only cut the last line.

const lineBreak = 0x0a;
/** The head is the first line, and shorter than this. */
const maxHeadBytes = 1024;
/** Milliseconds after which reading a whole file lets other work go first. */
const maxSliceMs = 8;
const decoder = new TextDecoder("utf-8", { fatal: true });

interface Line {
  /** The window that wrote it. */
  readonly by: string;
  readonly change: Change;
  readonly bytes: number;
}

interface Lines {
  readonly lines: readonly Line[];
  /** Lines that could not be read. */
  readonly unread: number;
  /** End of the bytes read completely; what a writer has not finished yet comes after. */
  readonly end: number;
}

export function firstLine(header: Header): string {
  return JSON.stringify(headOf(header));
}

export function recordLine(by: string, record: object): string {
  return `\n${JSON.stringify({ by, ...record })}`;
}

/** The head of a file, from its first bytes. */
export function readHead(bytes: Uint8Array): ReturnType<typeof peek> {
  const end = bytes.indexOf(lineBreak);
  if (end === -1 && bytes.length >= maxHeadBytes) return { kind: "broken" };
  return peek(parsedBytes(end === -1 ? bytes : bytes.subarray(0, end)));
}

/** The records in bytes that begin with a line break or with the head. */
export function readLines(bytes: Uint8Array, lookup: Lookup): Lines {
  const reading = readingLines(bytes, lookup);
  for (;;) {
    const { done, value } = reading.next();
    if (done === true) return value;
  }
}

/** Reads a whole file; a view that is about to open does not wait for a long one. */
export async function readWhole(bytes: Uint8Array, atOnceMs = maxSliceMs): Promise<Lines> {
  const reading = readingLines(bytes, () => undefined);
  for (let since = performance.now(); ;) {
    const { done, value } = reading.next();
    if (done === true) return value;
    if (performance.now() - since < atOnceMs) continue;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  }
}

/** Stops after each line. */
function* readingLines(bytes: Uint8Array, lookup: Lookup): Generator<undefined, Lines> {
  const lines: Line[] = [];
  const reader = new ChangeReader(lookup);
  let unread = 0;
  let end = 0;
  for (let at = bytes.indexOf(lineBreak); at !== -1;) {
    const next = bytes.indexOf(lineBreak, at + 1);
    const part = bytes.subarray(at + 1, next === -1 ? bytes.length : next);
    const value = parsedBytes(part);
    const change = reader.read(value);
    if (change) lines.push({ by: byOf(value), change, bytes: part.length });
    else if (next !== -1) unread++;
    end = change || next !== -1 ? at + 1 + part.length : at;
    at = next;
    yield;
  }
  return { lines, unread, end };
}

/** A conversation as it was saved; nothing is asked again automatically. */
export function restore(id: string, lines: readonly Line[]): Conversation {
  return new Conversation({ id, changes: lines.map(({ change }) => change) });
}

function byOf(value: unknown): string {
  const by = (value as { by?: unknown }).by;
  return typeof by === "string" ? by : "";
}

function parsedBytes(bytes: Uint8Array): unknown {
  if (isTooDeep(bytes, maxDepth)) return undefined;
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

/** A hub's answer may be nested 64 deep; a record adds a few levels. */
const maxDepth = 80;

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

/** Files that could not be used: they were renamed without losing any data. */
export interface Quarantined {
  readonly reason: "broken" | "newer";
  readonly names: readonly string[];
}

export interface Unusable {
  readonly id: string;
  readonly reason: Quarantined["reason"];
}

const suffix = { newer: ".newer", broken: ".broken" };

/** Renames files that cannot be used. */
export async function quarantine(
  files: ConversationFiles,
  unusable: readonly Unusable[],
): Promise<Quarantined[]> {
  const renamed = new Map<Quarantined["reason"], string[]>();
  for (const { id, reason } of unusable) {
    const stamp = reason === "newer" ? "" : `.${new Date().toISOString().replace(/[:.]/g, "-")}`;
    const name = `${fileNameOf(id)}${stamp}${suffix[reason]}`;
    await files.rename(fileNameOf(id), name);
    renamed.set(reason, [...(renamed.get(reason) ?? []), name]);
  }
  return (["broken", "newer"] as const).flatMap((reason) => {
    const names = renamed.get(reason);
    return names ? [{ reason, names }] : [];
  });
}

export async function countQuarantined(files: ConversationFiles): Promise<number> {
  const ends = Object.values(suffix);
  return (await files.list()).filter(({ name }) => ends.some((end) => name.endsWith(end))).length;
}

/** Restores a file that was too new for the version that quarantined it, if this version understands it. */
export async function takeBack(files: ConversationFiles, name: string): Promise<void> {
  const id = name.endsWith(suffix.newer) && idOf(name.slice(0, -suffix.newer.length));
  if (!id || (await files.extent(fileNameOf(id)))) return;
  const head = readHead(await files.read(name, 0, maxHeadBytes));
  if (head.kind === "readable") await files.rename(name, fileNameOf(id));
}
