import { parsedJson, record } from "../../../contract/record";
import type { EndedRequest, Purpose, StartedRequest } from "../../../contract/purpose";

/** A request as a line of the log. No field holds anything of what was asked or answered. */
export interface RequestEntry {
  /** When it went onto the socket: ISO 8601, in UTC. */
  readonly time: string;
  readonly kind: Purpose["kind"];
  readonly by: Purpose["by"];
  readonly to: string;
  /** Scope of the hub. */
  readonly hub?: string;
  readonly expert?: number;
  readonly ability?: number;
  readonly model?: string;
  /** The name of a tool of the editor. */
  readonly tool?: string;
  readonly bytesOut: number;
  readonly bytesIn: number;
  readonly milliseconds: number;
  readonly status?: number;
  readonly error?: string;
  readonly turn?: string;
  readonly attachments?: readonly string[];
}

/** Text of an answer that was put into a file, as a line of the log. */
export interface InsertionEntry {
  readonly time: string;
  readonly kind: "insertion";
  /** Address of the file. */
  readonly file: string;
  /** From 1, both inclusive. */
  readonly lines: readonly [number, number];
  /** A hash for each line that has letters or digits, without the white space around it. */
  readonly hashes: readonly string[];
  readonly conversation: string;
  readonly turn: string;
}

export type ActivityEntry = RequestEntry | InsertionEntry;

export const isInsertion = (entry: ActivityEntry): entry is InsertionEntry =>
  entry.kind === "insertion";

/** Its window was closed before it ended. */
export interface ClosedRequest extends Omit<EndedRequest, "error"> {
  readonly error: "closed";
}

export function requestEntry(
  { purpose, ...sent }: StartedRequest,
  ended: EndedRequest | ClosedRequest,
  milliseconds: number,
): RequestEntry {
  const { kind, by, hubScope, expertId, abilityId, model, tool, turnId, attachments } = purpose;
  return {
    time: new Date(sent.at).toISOString(),
    kind,
    by,
    to: sent.to,
    hub: hubScope,
    expert: expertId,
    ability: abilityId,
    model,
    tool,
    bytesOut: sent.bytesOut,
    bytesIn: ended.bytesIn,
    milliseconds,
    status: ended.status,
    error: ended.error,
    turn: turnId,
    attachments,
  };
}

/** The entry of a line; `undefined` if it is empty, was cut off, or is none. */
export function entryIn(line: string): ActivityEntry | undefined {
  const entry = line === "" ? {} : record(parsedJson(line));
  const { time, kind } = entry;
  const isEntry = typeof kind === "string" && typeof time === "string" && !isNaN(Date.parse(time));
  return isEntry && isComplete(entry) ? (entry as unknown as ActivityEntry) : undefined;
}

const areTexts = (...values: unknown[]): boolean =>
  values.every((value) => typeof value === "string");

function isComplete({ kind, by, to, bytesOut, bytesIn, ...entry }: Record<string, unknown>) {
  if (kind !== "insertion")
    return areTexts(by, to) && typeof bytesOut === "number" && typeof bytesIn === "number";
  const { file, conversation, turn, lines, hashes } = entry;
  return areTexts(file, conversation, turn) && Array.isArray(lines) && Array.isArray(hashes);
}
