import type { Turn } from "./turn";

export class ConversationTurns {
  readonly #turns = new Map<string, Turn>();
  /** Where each stands: a turn that replaces another one may take its place. */
  readonly #places = new Map<string, number>();
  /** Ids of the turns that stand beside a turn. */
  readonly #alternatives = new Map<string, Set<string>>();
  /** Removed turns; an answer to one of them may still arrive in another window. */
  readonly #removed = new Map<string, Turn>();
  #lastPlace = 0;
  #inOrder: readonly Turn[] | undefined;
  #newestAt: number | undefined;
  /** Those that were set aside; mostly none. */
  #aside: readonly Turn[] | undefined;

  /** With those that stand beside others. */
  get all(): Turn[] {
    return this.#sorted(this.#turns.values());
  }

  /** Those of the conversation itself; each stands where the first of those beside it does. */
  get inOrder(): readonly Turn[] {
    if (this.#inOrder) return this.#inOrder;
    const ids = new Set(this.all.map(({ id, beside }) => beside ?? id));
    const turns = [...ids].flatMap((id) => this.get(id) ?? []);
    return (this.#inOrder = turns.filter(({ aside }) => !aside));
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

  alternatives(turnId: string): readonly Turn[] {
    return this.#sorted(
      [...(this.#alternatives.get(turnId) ?? [])].map((id) => this.#turns.get(id)!),
    );
  }

  /** This turn and those beside it, in the order in which they were first asked. */
  compared(turnId: string): readonly Turn[] {
    const turn = this.get(turnId);
    const others = this.#alternatives.has(turnId) ? this.alternatives(turnId) : [];
    return turn ? (others.length === 0 ? [turn] : this.#sorted([turn, ...others])) : others;
  }

  /** Those before this one, or all. */
  before(turnId: string | undefined): readonly Turn[] {
    const at = turnId === undefined ? -1 : this.inOrder.findIndex(({ id }) => id === turnId);
    return at === -1 ? this.inOrder : this.inOrder.slice(0, at);
  }

  /** Updates what is known of all turns instead of computing it again, so that adding a turn is cheap. */
  put(turn: Turn): void {
    const before = this.#turns.get(turn.id);
    this.#set(turn);
    const list = this.#inOrder;
    if (before ? before.beside !== turn.beside : this.#alternatives.has(turn.id))
      this.#inOrder = undefined;
    else if (turn.aside || before?.aside) this.#forgetOrder();
    else if (list && turn.beside === undefined)
      this.#inOrder = before ? list.with(list.lastIndexOf(before), turn) : [...list, turn];
    if (before && turn.askedAt < before.askedAt) this.#newestAt = undefined;
    else if (this.#newestAt !== undefined) this.#newestAt = Math.max(this.#newestAt, turn.askedAt);
  }

  /** What stands beside it goes with it, or stands beside `by` from now on. */
  remove(turnId: string, by: string | undefined): void {
    const turn = this.get(turnId);
    const others = this.alternatives(turnId);
    if (by !== undefined) this.#replace(turn, others, by);
    const [first] = this.asideFor(turnId);
    if (by === undefined && first) this.bringBack(first.id);
    for (const { aside, ...one } of this.asideFor(turnId))
      this.#set({ ...one, aside: { by: by ?? first!.id, from: aside!.from } });
    const gone = [turn, ...(by === undefined ? others : [])];
    for (const one of gone) {
      if (!one) continue;
      this.#removed.set(one.id, one);
      this.#turns.delete(one.id);
      this.#places.delete(one.id);
      this.#alternatives.get(one.beside ?? "")?.delete(one.id);
    }
    this.#forgetOrder();
    this.#newestAt = undefined;
  }

  /** Beside a turn, the question that is asked again stays where it was asked first. */
  #replace(turn: Turn | undefined, others: readonly Turn[], by: string): void {
    const place = turn && this.#places.get(turn.id);
    if (turn?.beside !== undefined) {
      if (place !== undefined && this.#turns.has(by)) this.#places.set(by, place);
      return;
    }
    const ids = (turn ? this.compared(turn.id) : others).map(({ id }) => id);
    for (const other of others) this.#set({ ...other, beside: by });
    // In the chat it is asked at the end, where the others follow it in the same order as before.
    for (const id of ids) this.#places.set(id === turn?.id ? by : id, ++this.#lastPlace);
  }

  /** The turn takes the place of the one that it stands beside. */
  continueWith(turnId: string): void {
    const { beside: former, ...chosen } = this.get(turnId) ?? {};
    if (former === undefined || !("id" in chosen)) return;
    const others = this.compared(former).filter(({ id }) => id !== turnId);
    this.#set(chosen);
    for (const other of others) this.#set({ ...other, beside: turnId });
    this.#inOrder = undefined;
  }

  /** Those that were set aside when this turn was asked in place of one, or was brought back. */
  asideFor(turnId: string): Turn[] {
    this.#aside ??= this.all.filter(({ aside }) => aside);
    return this.#aside.filter(({ aside }) => aside?.by === turnId);
  }

  /** `by` was asked in place of this turn, which is set aside with those that follow it. */
  setAside(turnId: string, by: string): void {
    const { inOrder } = this;
    const at = inOrder.findIndex(({ id }) => id === turnId);
    if (at === -1 || !this.get(by)) return;
    const left = inOrder.slice(at).filter(({ id }) => id !== by);
    this.#changeAside(left, { by, from: turnId });
  }

  /** This turn, and those that were set aside with it, change places with those that took theirs. */
  bringBack(turnId: string): void {
    const { aside } = this.get(turnId) ?? {};
    if (!aside) return;
    const { by, from } = aside;
    this.bringBack(by);
    const at = this.inOrder.findIndex(({ id }) => id === by);
    const left = at === -1 ? [] : this.inOrder.slice(at);
    this.#changeAside(
      this.asideFor(by).filter((turn) => turn.aside?.from === from),
      undefined,
    );
    this.#changeAside(left, { by: from, from: by });
  }

  #changeAside(turns: readonly Turn[], aside: Turn["aside"]): void {
    for (const { aside: _, ...turn } of turns) this.#set({ ...turn, ...(aside && { aside }) });
    this.#forgetOrder();
  }

  #forgetOrder(): void {
    this.#inOrder = undefined;
    this.#aside = undefined;
  }

  #set(turn: Turn): void {
    const { id, beside } = turn;
    const before = this.#turns.get(id)?.beside;
    this.#turns.set(id, turn);
    if (!this.#places.has(id)) this.#places.set(id, ++this.#lastPlace);
    if (before !== undefined && before !== beside) this.#alternatives.get(before)?.delete(id);
    if (beside === undefined) return;
    const ids = this.#alternatives.get(beside) ?? new Set();
    this.#alternatives.set(beside, ids.add(id));
  }

  #sorted(turns: Iterable<Turn>): Turn[] {
    const placeOf = ({ id }: Turn): number => this.#places.get(id) ?? 0;
    return Array.from(turns).toSorted((one, other) => placeOf(one) - placeOf(other));
  }

  /** Copies of these turns and of what stands beside them, under new ids, except pending ones. */
  copies(turns: readonly Turn[]): { copied: Turn[]; idOf: ReadonlyMap<string, string> } {
    const settled = turns
      .filter(isSettled)
      .flatMap(({ id }) => this.compared(id).filter(isSettled));
    const idOf = new Map(settled.map(({ id }) => [id, crypto.randomUUID()]));
    const copied = settled.map((turn) => {
      const copy = { ...turn, id: idOf.get(turn.id)! };
      return turn.beside === undefined ? copy : { ...copy, beside: idOf.get(turn.beside)! };
    });
    return { copied, idOf };
  }
}

const isSettled = ({ result }: Turn): boolean => result.state !== "waiting";
