import type { LiveProgress } from "../../../contract/progress";
import type { Message } from "../../../contract/types";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { ConversationTurns } from "./conversationTurns";
import { titleOfTurn } from "./conversationTitle";
import { advanceLive, answerSoFar, type LiveAnswer } from "./liveAnswer";
import {
  type Change,
  type Result,
  type SavedConversation,
  type Turn,
  type TurnChange,
  type WholeChange,
} from "./turn";
import { type HistorySettings, sentHistory } from "./sentHistory";

/** The turns of one conversation, in order, and the session under which the hub knows it. */
export class Conversation extends Owner {
  readonly id: string;
  readonly #turns = new ConversationTurns();
  readonly #sessions = new Map<string, string>();
  readonly #changedTurn = this.register(new Emitter<TurnChange>());
  readonly #changed = this.register(new Emitter<WholeChange>());
  readonly #recorded = this.register(new Emitter<Change>());
  readonly #live = new Map<string, LiveAnswer>();
  readonly #progressed = this.register(new Emitter<string>());
  #ownTitle: string | undefined;

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

  /** The turns of the conversation itself, without those beside them. */
  get turns(): readonly Turn[] {
    return this.#turns.inOrder;
  }

  /** The turns beside this one, in the order in which they were asked. */
  alternatives(turnId: string): readonly Turn[] {
    return this.#turns.alternatives(turnId);
  }

  /** This turn and those beside it, in the order in which they were first asked. */
  compared(turnId: string): readonly Turn[] {
    return this.#turns.compared(turnId);
  }

  /** When the newest question was asked, in milliseconds since 1970; 0 if there is none. */
  get newestAt(): number {
    return this.#turns.newestAt;
  }

  get(turnId: string): Turn | undefined {
    return this.#turns.get(turnId);
  }

  /** A turn, including those that were removed. */
  known(turnId: string): Turn | undefined {
    return this.#turns.known(turnId);
  }

  get lastAnswered(): Turn | undefined {
    return this.turns.findLast(({ result }) => result.state === "done");
  }

  /** The user's own title, or one made from the first question; `undefined` if nothing was asked. */
  get title(): string | undefined {
    const [first] = this.turns;
    return this.#ownTitle ?? (first && titleOfTurn(first));
  }

  /** The user gave it a title. */
  get isTitled(): boolean {
    return this.#ownTitle !== undefined;
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
      ...this.#turns.all.map((turn) => ({ kind: "turn" as const, turn })),
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

  /**
   * `conversation_history` for the next question to this hub, or for one beside the turn `before`:
   * answered turns that fit, newest last.
   */
  history(hubScope: string, settings: HistorySettings, before?: string): Message[] {
    return sentHistory(this.#turns.before(before), hubScope, settings).messages;
  }

  /** How many of the turns that the settings include do not fit into one request. */
  leftOut(hubScope: string, settings: HistorySettings, before?: string): number {
    return sentHistory(this.#turns.before(before), hubScope, settings).leftOut;
  }

  put(turn: Turn): void {
    // What was known of its answer belongs to a request that was another.
    this.#live.delete(turn.id);
    this.#record({ kind: "turn", turn });
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
    // A hub may wait in the middle of its answer, and go on.
    if (outcome.state !== "waiting") this.#live.delete(turnId);
    if (!this.known(turnId)) return;
    const result = outcome.state === "stopped" && soFar ? { ...outcome, soFar } : outcome;
    this.#record({ kind: "result", turnId, result });
  }

  /** Records the approximate cost of an answer. Does nothing if the answer no longer exists. */
  cost(turnId: string, approximateTokens: number): void {
    if (this.#turns.get(turnId)?.result.state === "done")
      this.#record({ kind: "cost", turnId, approximateTokens });
  }

  /** Removes a turn; what stands beside it goes with it, or stands beside `by` from now on. */
  remove(turnId: string, by?: string): void {
    if (!this.get(turnId)) return;
    const [aside] = by === undefined ? this.asideFor(turnId) : [];
    if (aside) this.#record({ kind: "back", turnId: aside.id });
    this.#record({ kind: "removed", turnId, ...(by !== undefined && { by }) });
  }

  /** This turn takes the place of the one that it stands beside, which stands beside it from now on. */
  continueWith(turnId: string): void {
    const turn = this.get(turnId);
    if (turn?.beside === undefined) return;
    const isLast = this.turns.at(-1)?.id === turn.beside;
    this.#record({ kind: "continued", turnId });
    // In the session of this answer, later ones are missing.
    if (isLast) this.#keepSession(turn);
  }

  /** Those that were set aside when this turn was asked in place of one, or was brought back. */
  asideFor(turnId: string): readonly Turn[] {
    return this.#turns.asideFor(turnId);
  }

  /** The turn `by` was asked in place of this one, which is set aside with those that follow it. */
  setAside(turnId: string, by: string): void {
    this.#record({ kind: "aside", turnId, by });
    this.#keepSession(this.get(by));
  }

  /** Goes on with this turn, which was set aside, and those that followed it. */
  bringBack(turnId: string): void {
    if (!this.get(turnId)?.aside) return;
    this.#record({ kind: "back", turnId });
    this.#keepSession(this.turns.at(-1));
  }

  /** The hub knows what was asked apart from the others by a session of its own. */
  #keepSession(turn: Turn | undefined): void {
    if (turn?.sent.endpoint !== "invoke_agent") return;
    const { session_id: sessionId } = turn.sent.body;
    if (sessionId !== undefined)
      this.#record({ kind: "session", hubScope: turn.asked.hubScope, sessionId });
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
      this.#announce(change);
    }
  }

  /** A separate conversation, with its own session and the turns up to this one, except pending ones. */
  forkUntil(turnId: string, { inclusive }: { inclusive: boolean }): Conversation {
    const at = this.turns.findIndex(({ id }) => id === (this.get(turnId)?.beside ?? turnId));
    const until = at === -1 ? [] : this.turns.slice(0, inclusive ? at + 1 : at);
    const { copied, idOf } = this.#turns.copies(until);
    const fork = new Conversation({
      id: crypto.randomUUID(),
      changes: copied.map((turn) => ({ kind: "turn", turn })),
    });
    fork.#turns.continueWith(idOf.get(turnId) ?? "");
    return fork;
  }

  /** Other windows can neither settle a question pending here nor mark an answered one as interrupted. */
  #isSettledHere(change: Change): boolean {
    if (change.kind === "title" || change.kind === "session") return false;
    if (change.kind === "continued" || change.kind === "aside" || change.kind === "back")
      return false;
    const turnId = change.kind === "turn" ? change.turn.id : change.turnId;
    const state = this.#turns.get(turnId)?.result.state;
    return state === "waiting" || (state === "done" && stateIn(change) === "interrupted");
  }

  #record(change: Change): void {
    this.#apply(change);
    this.#recorded.fire(change);
    this.#announce(change);
  }

  #apply(change: Change): void {
    if (change.kind === "turn") this.#turns.put(change.turn);
    else if (change.kind === "result") {
      const turn = this.known(change.turnId);
      if (turn) this.#turns.put({ ...turn, result: change.result });
    } else if (change.kind === "cost") {
      const turn = this.get(change.turnId);
      const { approximateTokens } = change;
      if (turn?.result.state === "done") this.#turns.put({ ...turn, approximateTokens });
    } else if (change.kind === "removed") this.#turns.remove(change.turnId, change.by);
    else if (change.kind === "continued") this.#turns.continueWith(change.turnId);
    else if (change.kind === "aside") this.#turns.setAside(change.turnId, change.by);
    else if (change.kind === "back") this.#turns.bringBack(change.turnId);
    else if (change.kind === "title") this.#ownTitle = change.title;
    else this.#sessions.set(change.hubScope, change.sessionId);
  }

  #announce(change: Change): void {
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
