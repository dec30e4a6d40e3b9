import type { Turn } from "./turn";

/** The turns of a conversation, and what is known of all of them. */
export class ConversationTurns {
  readonly #turns = new Map<string, Turn>();
  /** Removed turns; an answer to one of them may still arrive in another window. */
  readonly #removed = new Map<string, Turn>();
  #inOrder: readonly Turn[] | undefined;
  #newestAt: number | undefined;
  /** What stands beside each turn; those beside none by an empty id. */
  #beside: ReadonlyMap<string, readonly Turn[]> | undefined;

  /** With those that stand beside others. */
  get all(): Turn[] {
    return [...this.#turns.values()];
  }

  get inOrder(): readonly Turn[] {
    return (this.#inOrder ??= this.all.filter(({ beside }) => beside === undefined));
  }

  get newestAt(): number {
    return (this.#newestAt ??= this.all.reduce(
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

  beside(turnId: string): readonly Turn[] {
    this.#beside ??= Map.groupBy(this.#turns.values(), ({ beside = "" }) => beside);
    return turnId === "" ? [] : (this.#beside.get(turnId) ?? []);
  }

  /** Those before this one, or all. */
  before(turnId: string | undefined): readonly Turn[] {
    const at = turnId === undefined ? -1 : this.inOrder.findIndex(({ id }) => id === turnId);
    return at === -1 ? this.inOrder : this.inOrder.slice(0, at);
  }

  /** Updates what is known of all turns instead of computing it again, so that adding a turn is cheap. */
  put(turn: Turn): void {
    const before = this.#turns.get(turn.id);
    this.#turns.set(turn.id, turn);
    if (before?.beside !== undefined || turn.beside !== undefined) this.#beside = undefined;
    const list = this.#inOrder;
    if (before && before.beside !== turn.beside) this.#inOrder = undefined;
    else if (list && turn.beside === undefined)
      this.#inOrder = before ? list.with(list.lastIndexOf(before), turn) : [...list, turn];
    if (before && turn.askedAt < before.askedAt) this.#newestAt = undefined;
    else if (this.#newestAt !== undefined) this.#newestAt = Math.max(this.#newestAt, turn.askedAt);
  }

  /** What stands beside it goes with it, or stands beside `by` from now on. */
  remove(turnId: string, by: string | undefined): void {
    const others = this.beside(turnId);
    if (by !== undefined) this.#move(others, by);
    if (by !== undefined && this.get(turnId)?.beside !== undefined) this.#takePlace(by, turnId);
    const gone = [this.get(turnId), ...(by === undefined ? others : [])];
    for (const turn of gone) {
      if (!turn) continue;
      this.#removed.set(turn.id, turn);
      this.#turns.delete(turn.id);
    }
    this.#inOrder = undefined;
    this.#newestAt = undefined;
    this.#beside = undefined;
  }

  /** Beside a turn, the question that is asked again stays where it was asked first. */
  #takePlace(turnId: string, ofId: string): void {
    const turn = this.get(turnId);
    if (!turn) return;
    const { all } = this;
    this.#turns.clear();
    this.#beside = undefined;
    for (const one of all) {
      if (one.id === ofId) this.#turns.set(turnId, turn);
      if (one.id !== turnId) this.#turns.set(one.id, one);
    }
  }

  /** The turn takes the place of the one that it stands beside. */
  continueWith(turnId: string): void {
    const { beside: former, ...chosen } = this.get(turnId) ?? {};
    if (former === undefined || !("id" in chosen)) return;
    this.#turns.set(turnId, chosen);
    this.#beside = undefined;
    const main = this.get(former);
    this.#move([...(main ? [main] : []), ...this.beside(former)], turnId);
    this.#inOrder = undefined;
  }

  #move(turns: readonly Turn[], beside: string): void {
    for (const turn of turns) this.#turns.set(turn.id, { ...turn, beside });
    this.#beside = undefined;
  }

  /** Copies of these turns and of what stands beside them, under new ids, except pending ones. */
  copies(turns: readonly Turn[]): { copied: Turn[]; idOf: ReadonlyMap<string, string> } {
    const settled = turns
      .filter(isSettled)
      .flatMap((turn) => [turn, ...this.beside(turn.id).filter(isSettled)]);
    const idOf = new Map(settled.map(({ id }) => [id, crypto.randomUUID()]));
    const copied = settled.map((turn) => ({
      ...turn,
      id: idOf.get(turn.id)!,
      ...(turn.beside !== undefined && { beside: idOf.get(turn.beside)! }),
    }));
    return { copied, idOf };
  }
}

const isSettled = ({ result }: Turn): boolean => result.state !== "waiting";
