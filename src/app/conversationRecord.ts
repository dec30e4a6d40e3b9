import { isRecord, type JsonRecord } from "../hub/schema";
import type { Change, Conversation } from "./conversation";
import { decodeTurn, encodeTurn, type Lookup } from "./turnRecord";

const format = "expert-hub-conversation";
/** Raised when an older version could no longer read what is written. */
const version = 1;

export interface Header {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export type Peeked = { kind: "readable"; header: Header } | { kind: "newer" } | { kind: "broken" };

/** What a file begins with, before its records. */
export function headOf({ id, createdAt }: Header): { [name: string]: unknown } {
  return { format, version, id, createdAt };
}

/** Whether what begins so is ours and of a version that is understood. */
export function peek(head: unknown): Peeked {
  if (!isRecord(head) || head["format"] !== format) return { kind: "broken" };
  const { version: found, id, createdAt } = head;
  if (typeof found === "number" && found > version) return { kind: "newer" };
  if (found !== version || typeof id !== "string" || typeof createdAt !== "number")
    return { kind: "broken" };
  return { kind: "readable", header: { id, createdAt } };
}

/** One change as it is written. */
export function encodeChange(change: Change, conversation: Conversation): object {
  if (change.kind === "turn") {
    const { turns } = conversation;
    const at = turns.findLastIndex(({ id }) => id === change.turn.id);
    return {
      turn: encodeTurn(change.turn, at === -1 ? turns : turns.slice(Math.max(0, at - window), at)),
    };
  }
  if (change.kind === "cost") {
    const { turnId, approximateTokens } = change;
    return { cost: { turnId, approximateTokens } };
  }
  if (change.kind === "removed") return { removed: change.turnId };
  if (change.kind === "title") return { title: change.title ?? null };
  return { session: { hubScope: change.hubScope, sessionId: change.sessionId } };
}

/** `undefined` for what is no change. */
export function decodeChange(value: unknown, lookup: Lookup): Change | undefined {
  if (!isRecord(value)) return undefined;
  const { turn, cost, removed, title, session } = value;
  if (turn !== undefined) {
    const decoded = decodeTurn(turn, lookup);
    return decoded && { kind: "turn", turn: decoded };
  }
  if (isRecord(cost)) return costIn(cost);
  if (typeof removed === "string") return { kind: "removed", turnId: removed };
  if (typeof title === "string") return { kind: "title", title };
  if (title === null) return { kind: "title", title: undefined };
  if (!isRecord(session)) return undefined;
  const { hubScope, sessionId } = session;
  return typeof hubScope === "string" && typeof sessionId === "string"
    ? { kind: "session", hubScope, sessionId }
    : undefined;
}

function costIn({ turnId, approximateTokens }: JsonRecord): Change | undefined {
  return typeof turnId === "string" && Number.isFinite(approximateTokens)
    ? { kind: "cost", turnId, approximateTokens: Number(approximateTokens) }
    : undefined;
}

/** Turns that are searched for the texts of a history; more are never sent by default. */
const window = 200;

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
