import { isTooDeep } from "../../../contract/json";
import { Conversation } from "./conversation";
import type { Change } from "./turn";
import { ChangeReader, headOf, peek, type Header } from "./conversationRecord";
import type { Lookup } from "./turnRecord";

// A file is its head, then a line break before each record: a crash can only cut the last line.

const lineBreak = 0x0a;
/** The head is the first line, and shorter than this. */
export const maxHeadBytes = 1024;
/** Milliseconds after which reading a whole file lets other work go first. */
const maxSliceMs = 8;
const decoder = new TextDecoder("utf-8", { fatal: true });

export interface Line {
  /** The window that wrote it. */
  readonly by: string;
  readonly change: Change;
  readonly bytes: number;
}

export interface Lines {
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
