import type { LiveProgress } from "../../../contract/builtInHubApi";
import type { Message } from "../../../contract/types";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { t } from "../../../kit/l10n";
import { advanceLive, answerSoFar, type LiveAnswer } from "./liveAnswer";
import { historyOf, type HistorySettings } from "./sentHistory";
import { Texts } from "./texts";
import type { Change, Result, SavedConversation, Turn, TurnChange, WholeChange } from "./turn";

/** The turns of one conversation, in order, and the session under which the hub knows it. */
export class Conversation extends Owner {
  readonly id: string;
  readonly #turns = new Map<string, Turn>();
  /** Removed turns; an answer to one of them may still arrive in another window. */
  readonly #removed = new Map<string, Turn>();
  readonly #sessions = new Map<string, string>();
  readonly #changedTurn = this.register(new Emitter<TurnChange>());
  readonly #changed = this.register(new Emitter<WholeChange>());
  readonly #recorded = this.register(new Emitter<Change>());
  readonly #live = new Map<string, LiveAnswer>();
  readonly #progressed = this.register(new Emitter<string>());
  #inOrder: readonly Turn[] | undefined;
  #newestAt: number | undefined;
  #ownTitle: string | undefined;
  #texts: Texts | undefined;

  /** A turn was added or changed, or its cost became known. */
  readonly onDidChangeTurn = this.#changedTurn.event;
  /** The title changed, or a turn was removed. */
  readonly onDidChange = this.#changed.event;
  /** A model got on with the answer to the turn of this id; see `live`. */
  readonly onDidProgress = this.#progressed.event;
  /** Changes made here, not those merged from elsewhere: what has to be saved. */
  readonly onDidRecord = this.#recorded.event;

  constructor(saved?: SavedConversation) {
    super();
    this.id = saved?.id ?? crypto.randomUUID();
    for (const change of saved?.changes ?? []) this.#apply(change);
  }

  get turns(): readonly Turn[] {
    return (this.#inOrder ??= [...this.#turns.values()]);
  }

  /** When the newest question was asked, in milliseconds since 1970; 0 if there is none. */
  get newestAt(): number {
    return (this.#newestAt ??= this.turns.reduce(
      (newest, { askedAt }) => Math.max(newest, askedAt),
      0,
    ));
  }

  get(turnId: string): Turn | undefined {
    return this.#turns.get(turnId);
  }

  /** A turn, including those that were removed. */
  known(turnId: string): Turn | undefined {
    return this.#turns.get(turnId) ?? this.#removed.get(turnId);
  }

  /** The texts of its newest turns, which memory and disk store once. */
  get texts(): Texts {
    return (this.#texts ??= new Texts(this.turns.slice(-maxSearchedTurns)));
  }

  /** The newest answer, if there is any. */
  get lastAnswered(): Turn | undefined {
    return this.turns.findLast(({ result }) => result.state === "done");
  }

  /** The user's own title, or one made from the first question; `undefined` if nothing was asked. */
  get title(): string | undefined {
    const [first] = this.#turns.values();
    return this.#ownTitle ?? (first && titleOf(first.question));
  }

  /** The shortest list of changes that produces this conversation. */
  get changes(): Change[] {
    return [
      ...(this.#ownTitle === undefined ? [] : [{ kind: "title" as const, title: this.#ownTitle }]),
      ...[...this.#sessions].map(([hubScope, sessionId]) => ({
        kind: "session" as const,
        hubScope,
        sessionId,
      })),
      ...this.turns.map((turn) => ({ kind: "turn" as const, turn })),
    ];
  }

  /** `session_id` for this hub: a session never crosses hubs. */
  sessionFor(hubScope: string): string {
    const known = this.#sessions.get(hubScope);
    if (known !== undefined) return known;
    const sessionId = crypto.randomUUID();
    this.#record({ kind: "session", hubScope, sessionId });
    return sessionId;
  }

  /** `conversation_history` for the next question to this hub: answered turns that fit, newest last. */
  history(hubScope: string, settings: HistorySettings): Message[] {
    return historyOf(this.turns, hubScope, settings).messages;
  }

  /** How many of the turns that the settings include do not fit into one request. */
  leftOut(hubScope: string, settings: HistorySettings): number {
    return historyOf(this.turns, hubScope, settings).leftOut;
  }

  put(turn: Turn): void {
    this.#record({ kind: "turn", turn: this.texts.share(turn) });
  }

  /** The answer to a pending question so far, if it is known before its end. */
  live(turnId: string): LiveAnswer | undefined {
    return this.#live.get(turnId);
  }

  progress(turnId: string, progress: LiveProgress): void {
    if (this.#turns.get(turnId)?.result.state !== "waiting") return;
    this.#live.set(turnId, advanceLive(this.#live.get(turnId), progress));
    this.#progressed.fire(turnId);
  }

  /** Records the result of a question asked here. */
  settle(turnId: string, outcome: Result): void {
    const soFar = answerSoFar(this.#live.get(turnId));
    this.#live.delete(turnId);
    const turn = this.known(turnId);
    if (!turn) return;
    const result = outcome.state === "stopped" && soFar ? { ...outcome, soFar } : outcome;
    const shared = this.texts.share({ ...turn, result });
    this.#record({ kind: "result", turnId, result: shared.result });
  }

  /** Records the approximate cost of an answer. Does nothing if the answer no longer exists. */
  cost(turnId: string, approximateTokens: number): void {
    if (this.#turns.get(turnId)?.result.state === "done")
      this.#record({ kind: "cost", turnId, approximateTokens });
  }

  remove(turnId: string): void {
    if (this.#turns.has(turnId)) this.#record({ kind: "removed", turnId });
  }

  /** An empty title restores the one made from the first question. */
  rename(title: string): void {
    this.#record({ kind: "title", title: title.trim() === "" ? undefined : title.trim() });
  }

  /** Merges the changes that another window made to this conversation. */
  merge(changes: readonly Change[]): void {
    for (const change of changes) {
      if (this.#isSettledHere(change)) continue;
      this.#apply(change);
      this.#tell(change);
    }
  }

  /** A separate conversation, with its own session and the turns up to this one, except pending ones. */
  forkUntil(turnId: string, { inclusive }: { inclusive: boolean }): Conversation {
    const at = this.turns.findIndex(({ id }) => id === turnId);
    const copied = at === -1 ? [] : this.turns.slice(0, inclusive ? at + 1 : at);
    return new Conversation({
      id: crypto.randomUUID(),
      changes: copied
        .filter(({ result }) => result.state !== "waiting")
        .map((turn) => ({ kind: "turn", turn: { ...turn, id: crypto.randomUUID() } })),
    });
  }

  /** Other windows can neither settle a question pending here nor mark an answered one as interrupted. */
  #isSettledHere(change: Change): boolean {
    if (change.kind === "title" || change.kind === "session") return false;
    const turnId = change.kind === "turn" ? change.turn.id : change.turnId;
    const state = this.#turns.get(turnId)?.result.state;
    return state === "waiting" || (state === "done" && stateIn(change) === "interrupted");
  }

  #record(change: Change): void {
    this.#apply(change);
    this.#recorded.fire(change);
    this.#tell(change);
  }

  #apply(change: Change): void {
    if (change.kind === "turn") this.#place(change.turn);
    else if (change.kind === "result") {
      const turn = this.known(change.turnId);
      if (turn) this.#place({ ...turn, result: change.result });
    } else if (change.kind === "cost") {
      const turn = this.#turns.get(change.turnId);
      const { approximateTokens } = change;
      if (turn?.result.state === "done") this.#place({ ...turn, approximateTokens });
    } else if (change.kind === "removed") {
      const turn = this.#turns.get(change.turnId);
      if (turn) this.#removed.set(turn.id, turn);
      this.#turns.delete(change.turnId);
      this.#inOrder = undefined;
      this.#newestAt = undefined;
      this.#texts = undefined;
    } else if (change.kind === "title") this.#ownTitle = change.title;
    else this.#sessions.set(change.hubScope, change.sessionId);
  }

  /** Updates what is known of all turns instead of computing it again, so that adding a turn is cheap. */
  #place(turn: Turn): void {
    const before = this.#turns.get(turn.id);
    this.#turns.set(turn.id, turn);
    // A changed answer no longer has the texts under which it was known.
    if (before?.result.state === "done" && before.result !== turn.result) this.#texts = undefined;
    this.#texts?.add(turn);
    const list = this.#inOrder;
    if (list) this.#inOrder = before ? list.with(list.lastIndexOf(before), turn) : [...list, turn];
    if (before && turn.askedAt < before.askedAt) this.#newestAt = undefined;
    else if (this.#newestAt !== undefined) this.#newestAt = Math.max(this.#newestAt, turn.askedAt);
  }

  #tell(change: Change): void {
    if (change.kind === "turn" || change.kind === "result" || change.kind === "cost") {
      const turn = this.#turns.get(change.kind === "turn" ? change.turn.id : change.turnId);
      if (turn) this.#changedTurn.fire({ turn, what: change.kind === "cost" ? "cost" : "turn" });
    } else if (change.kind !== "session") this.#changed.fire(change);
  }
}

function stateIn(change: Change): Result["state"] | undefined {
  if (change.kind === "turn") return change.turn.result.state;
  return change.kind === "result" ? change.result.state : undefined;
}

/** Number of turns whose texts are searched; more are never sent by default. */
const maxSearchedTurns = 200;

const maxTitleLength = 80;

/** The first line of a question, or what it is about. */
export function titleOf({
  typed,
  attachments,
}: {
  readonly typed: string;
  readonly attachments?: readonly { readonly label: string }[] | undefined;
}): string {
  const line = typed.trim().split(/[\r\n]/)[0] ?? "";
  const title = line === "" ? (attachments?.[0]?.label ?? t("Untitled")) : line;
  return title.length > maxTitleLength ? `${title.slice(0, maxTitleLength - 1)}…` : title;
}
