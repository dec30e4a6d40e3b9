import * as v from "valibot";
import { lenient } from "../../../contract/lenientSchema";
import { isRecord, type JsonRecord } from "../../../contract/record";
import type { Conversation } from "./conversation";
import type { Change, Turn } from "./turn";
import {
  addPlaces,
  decodeSettled,
  decodeTurn,
  encodeSettled,
  encodeTurn,
  type Lookup,
  type Places,
} from "./turnRecord";

const format = "expert-hub-conversation";
/** Incremented when older versions can no longer read what is written. */
export const version = 2;

export interface Header {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

type Peeked = { kind: "readable"; header: Header } | { kind: "newer" } | { kind: "broken" };

/** The head of a file, before its records. */
export function headOf({ id, createdAt }: Header): { [name: string]: unknown } {
  return { format, version, id, createdAt };
}

/** Whether this head is ours and of a supported version. */
export function peek(head: unknown): Peeked {
  if (!isRecord(head) || head["format"] !== format) return { kind: "broken" };
  const { version: found, id, createdAt } = head;
  if (typeof found === "number" && found > version) return { kind: "newer" };
  if (found !== version || typeof id !== "string" || typeof createdAt !== "number")
    return { kind: "broken" };
  return { kind: "readable", header: { id, createdAt } };
}

/** As many turns are searched for what was sent of them; more are hardly ever sent. */
const maxSearchedTurns = 200;

/** The stored form of a new change to a conversation that has these turns. */
export function encodeChange(change: Change, turns: readonly Turn[]): object {
  if (change.kind === "turn") {
    const places: Places = new Map();
    for (const turn of turns.slice(-maxSearchedTurns))
      if (turn.id !== change.turn.id) addPlaces(places, turn);
    return encodeTurn(change.turn, places);
  }
  if (change.kind === "result") return encodeSettled(change.turnId, change.result);
  if (change.kind === "cost") {
    const { turnId, approximateTokens } = change;
    return { cost: { turnId, approximateTokens } };
  }
  if (change.kind === "removed")
    return { removed: change.turnId, ...(change.by !== undefined && { by: change.by }) };
  if (change.kind === "continued") return { continued: change.turnId };
  if (change.kind === "aside") return { aside: change.turnId, by: change.by };
  if (change.kind === "back") return { back: change.turnId };
  if (change.kind === "title") return { title: change.title ?? null };
  return { session: { hubScope: change.hubScope, sessionId: change.sessionId } };
}

/** The records that produce this conversation from scratch. */
export function encodeWhole({ changes }: Pick<Conversation, "changes">): object[] {
  const places: Places = new Map();
  return changes.map((change) => {
    if (change.kind !== "turn") return encodeChange(change, []);
    const record = encodeTurn(change.turn, places);
    addPlaces(places, change.turn);
    return record;
  });
}

/** Reads changes in order; later ones may refer to turns of earlier ones. */
export class ChangeReader {
  readonly #turns = new Map<string, Turn>();
  readonly #lookup: Lookup;

  /** `lookup` finds turns that were read earlier. */
  constructor(lookup: Lookup = () => undefined) {
    this.#lookup = (turnId) => this.#turns.get(turnId) ?? lookup(turnId);
  }

  /** `undefined` for what is not a change. */
  read(value: unknown): Change | undefined {
    const change = isRecord(value) ? changeIn(value, this.#lookup) : undefined;
    if (change?.kind === "turn") this.#turns.set(change.turn.id, change.turn);
    if (change?.kind === "result") {
      const turn = this.#lookup(change.turnId);
      if (turn) this.#turns.set(turn.id, { ...turn, result: change.result });
    }
    return change;
  }
}

function changeIn(value: JsonRecord, lookup: Lookup): Change | undefined {
  const { turn, settled } = value;
  if (turn !== undefined) {
    const decoded = decodeTurn(turn, lookup);
    return decoded && { kind: "turn", turn: decoded };
  }
  if (settled !== undefined) {
    const decoded = decodeSettled(settled, lookup);
    return decoded && { kind: "result", ...decoded };
  }
  const read = v.safeParse(plainChange, value);
  return read.success ? read.output : undefined;
}

const cost = v.object({
  turnId: v.string(),
  approximateTokens: v.pipe(v.number(), v.finite()),
});
const session = v.object({ hubScope: v.string(), sessionId: v.string() });

/** A change that refers to no turn's text. */
const plainChange = v.union([
  v.pipe(
    v.object({ cost }),
    v.transform(({ cost: known }): Change => ({ kind: "cost", ...known })),
  ),
  v.pipe(
    v.object({ removed: v.string(), by: lenient(v.string()) }),
    v.transform(({ removed: turnId, by }): Change => ({
      kind: "removed",
      turnId,
      ...(by !== undefined && { by }),
    })),
  ),
  v.pipe(
    v.object({ aside: v.string(), by: v.string() }),
    v.transform(({ aside: turnId, by }): Change => ({ kind: "aside", turnId, by })),
  ),
  v.pipe(
    v.object({ back: v.string() }),
    v.transform(({ back: turnId }): Change => ({ kind: "back", turnId })),
  ),
  v.pipe(
    v.object({ continued: v.string() }),
    v.transform(({ continued: turnId }): Change => ({ kind: "continued", turnId })),
  ),
  v.pipe(
    v.object({ title: v.nullable(v.string()) }),
    v.transform(({ title }): Change => ({ kind: "title", title: title ?? undefined })),
  ),
  v.pipe(
    v.object({ session }),
    v.transform(({ session: known }): Change => ({ kind: "session", ...known })),
  ),
]);
