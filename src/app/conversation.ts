import type { ErrorKind, HubError } from "../hub/errors";
import type { AgentAnswer, AgentRequest, LlmRequest, Message, Received } from "../hub/types";
import { Owner } from "../kit/disposable";
import { Emitter } from "../kit/event";
import type { Settings } from "./ports";
import { inputData, type Question } from "./question";

/** Who is asked, in words, as it was when the question left. */
export interface Asked {
  readonly expertId: number;
  readonly expertName: string;
  readonly abilityId?: number;
  readonly abilityName?: string;
  readonly modelId?: number;
  readonly modelName?: string;
  /** Scope of the hub; a session never crosses hubs. */
  readonly hubScope: string;
  readonly builtIn: boolean;
}

/** The hub did not take the question; it goes out once more by itself. */
export interface Again {
  readonly why: ErrorKind;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export type Result =
  /** This window waits for the answer. */
  | { readonly state: "waiting"; readonly again?: Again }
  | { readonly state: "done"; readonly received: Received<AgentAnswer> }
  | { readonly state: "failed"; readonly error: HubError }
  | { readonly state: "stopped" }
  /** It was out when its window closed, or still is in another one; it may have run. */
  | { readonly state: "interrupted" };

/** A request by its endpoint: `invoke_agent` (service 4.3) or `invoke_llm` (4.4). */
export type Sent =
  | { readonly endpoint: "invoke_agent"; readonly body: AgentRequest }
  | { readonly endpoint: "invoke_llm"; readonly body: LlmRequest };

/** A question and what became of it. Never changed in place: each change is another object. */
export interface Turn {
  readonly id: string;
  readonly question: Question;
  /** The body as it was sent. */
  readonly sent: Sent;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  readonly asked: Asked;
  readonly result: Result;
  /** Tokens that it cost, about: the balance before less the balance after. */
  readonly approximateTokens?: number;
}

/** One thing that became different; the changes in their order make the conversation. */
export type Change =
  | { readonly kind: "turn"; readonly turn: Turn }
  | { readonly kind: "removed"; readonly turnId: string }
  /** The user's own title; without one it is made from the first question. */
  | { readonly kind: "title"; readonly title: string | undefined }
  | { readonly kind: "session"; readonly hubScope: string; readonly sessionId: string };

/** A conversation that was there before, as its changes. */
export interface SavedConversation {
  readonly id: string;
  readonly changes: readonly Change[];
}

/** The turns of one conversation, in order, with the session that the hub knows it by. */
export class Conversation extends Owner {
  readonly id: string;
  readonly #turns = new Map<string, Turn>();
  readonly #sessions = new Map<string, string>();
  readonly #changedTurn = this.register(new Emitter<Turn>());
  readonly #changed = this.register(new Emitter<Change>());
  readonly #made = this.register(new Emitter<Change>());
  #inOrder: readonly Turn[] | undefined;
  #newestAt: number | undefined;
  #ownTitle: string | undefined;

  /** A turn was added or became another. */
  readonly onDidChangeTurn = this.#changedTurn.event;
  /** Another change than of a whole turn, such as another title or a turn less. */
  readonly onDidChange = this.#changed.event;
  /** Changes made here, not those taken over: what has to be saved. */
  readonly onDidMake = this.#made.event;

  constructor(saved?: SavedConversation) {
    super();
    this.id = saved?.id ?? crypto.randomUUID();
    for (const change of saved?.changes ?? []) this.#apply(change);
  }

  get turns(): readonly Turn[] {
    return (this.#inOrder ??= [...this.#turns.values()]);
  }

  /** When the newest question was asked, in milliseconds since 1970; 0 where none was. */
  get newestAt(): number {
    return (this.#newestAt ??= this.turns.reduce(
      (newest, { askedAt }) => Math.max(newest, askedAt),
      0,
    ));
  }

  get(turnId: string): Turn | undefined {
    return this.#turns.get(turnId);
  }

  /** The newest answer, if there is any. */
  get lastAnswered(): Turn | undefined {
    return this.turns.findLast(({ result }) => result.state === "done");
  }

  /** The user's own, or one made from the first question; `undefined` where nothing was asked. */
  get title(): string | undefined {
    const [first] = this.#turns.values();
    return this.#ownTitle ?? (first && titleOf(first.question));
  }

  /** The least list of changes that makes this conversation. */
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
    this.#make({ kind: "session", hubScope, sessionId });
    return sessionId;
  }

  /** `conversation_history` for the next question to this hub: answered turns that fit, the newest last. */
  history(hubScope: string, settings: Pick<Settings, "historyTurns" | "roles">): Message[] {
    return this.#exchanges(hubScope, settings).filter(fitting()).toReversed().flat();
  }

  /** How many of the turns that the settings let go along do not fit into one request. */
  leftOut(hubScope: string, settings: Pick<Settings, "historyTurns" | "roles">): number {
    const exchanges = this.#exchanges(hubScope, settings);
    return exchanges.length - exchanges.filter(fitting()).length;
  }

  /** The newest first. */
  #exchanges(
    hubScope: string,
    { historyTurns, roles }: Pick<Settings, "historyTurns" | "roles">,
  ): Message[][] {
    const exchanges: Message[][] = [];
    const { turns } = this;
    for (let at = turns.length - 1; at >= 0 && exchanges.length < historyTurns; at--) {
      const { asked, question, result } = turns[at]!;
      if (asked.hubScope !== hubScope || result.state !== "done") continue;
      exchanges.push([
        { role: roles.user, content: inputData(question.typed, question.attachment) },
        { role: roles.assistant, content: result.received.value.output },
      ]);
    }
    return exchanges;
  }

  put(turn: Turn): void {
    this.#make({ kind: "turn", turn });
  }

  remove(turnId: string): void {
    if (this.#turns.has(turnId)) this.#make({ kind: "removed", turnId });
  }

  /** An empty title goes back to the one made from the first question. */
  rename(title: string): void {
    this.#make({ kind: "title", title: title.trim() === "" ? undefined : title.trim() });
  }

  /** Takes over what another window made of this conversation. */
  merge(changes: readonly Change[]): void {
    for (const change of changes) {
      if (this.#isSettledHere(change)) continue;
      this.#apply(change);
      this.#tell(change);
    }
  }

  /** A conversation of its own, with its own session, that has the turns up to this one; what is out stays behind. */
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

  /** What is out here is not another window's to settle; one that was out there takes back no answer. */
  #isSettledHere(change: Change): boolean {
    const turn = change.kind === "turn" ? change.turn : undefined;
    const turnId = change.kind === "removed" ? change.turnId : turn?.id;
    const state = this.#turns.get(turnId ?? "")?.result.state;
    return state === "waiting" || (state === "done" && turn?.result.state === "interrupted");
  }

  #make(change: Change): void {
    this.#apply(change);
    this.#made.fire(change);
    this.#tell(change);
  }

  #apply(change: Change): void {
    if (change.kind === "turn") this.#place(change.turn);
    else if (change.kind === "removed") {
      this.#turns.delete(change.turnId);
      this.#inOrder = undefined;
      this.#newestAt = undefined;
    } else if (change.kind === "title") this.#ownTitle = change.title;
    else this.#sessions.set(change.hubScope, change.sessionId);
  }

  /** A saved turn costs the same however many there are: what is known of them all is not made anew. */
  #place(turn: Turn): void {
    const before = this.#turns.get(turn.id);
    this.#turns.set(turn.id, turn);
    const list = this.#inOrder;
    if (list) this.#inOrder = before ? list.with(list.lastIndexOf(before), turn) : [...list, turn];
    if (before && turn.askedAt < before.askedAt) this.#newestAt = undefined;
    else if (this.#newestAt !== undefined) this.#newestAt = Math.max(this.#newestAt, turn.askedAt);
  }

  #tell(change: Change): void {
    if (change.kind === "turn") this.#changedTurn.fire(change.turn);
    else if (change.kind !== "session") this.#changed.fire(change);
  }
}

/** Of the 10 MiB that a request may have; the rest is the question's. */
const historyBytes = 8 * 1024 * 1024;

/** True for all up to the first that is too much. */
function fitting(): (exchange: Message[]) => boolean {
  let bytes = 0;
  return (exchange) => (bytes += Buffer.byteLength(JSON.stringify(exchange))) <= historyBytes;
}

const titleLength = 80;

function titleOf({ typed, attachment }: Question): string {
  const line = typed.trim().split(/[\r\n]/)[0] ?? "";
  const title = line === "" ? (attachment?.label ?? "Untitled") : line;
  return title.length > titleLength ? `${title.slice(0, titleLength - 1)}…` : title;
}
