import type { TurnView } from "../../../../page/protocol/views";
import { countIn } from "./fold";
import { Hits } from "./hits";
import { segmentsOf, type Segment, type SegmentContext } from "./segments";

const taskMs = 8;

/** Every text of the conversation, folded once; a turn that changes is another one. */
export class TextIndex {
  readonly #context: SegmentContext;
  readonly #segments = new WeakMap<TurnView, Segment[]>();
  #order: TurnView[] = [];
  #run = 0;

  constructor(context: SegmentContext) {
    this.#context = context;
  }

  /** Indexes what is new in small tasks; `onDone` is called when everything is indexed. */
  update(turns: TurnView[], onDone: () => void): void {
    const run = ++this.#run;
    this.#order = turns;
    const waiting = turns.filter((turn) => !this.#segments.has(turn));
    const work = () => {
      if (run !== this.#run) return;
      const until = performance.now() + taskMs;
      while (waiting.length > 0 && performance.now() < until) {
        const turn = waiting.pop();
        if (turn) this.#segments.set(turn, segmentsOf(turn, this.#context));
      }
      if (waiting.length > 0) setTimeout(work);
      else onDone();
    };
    work();
  }

  /** The position of a turn in the conversation. */
  orderOf(turnId: string): number {
    return Math.max(
      0,
      this.#order.findIndex(({ id }) => id === turnId),
    );
  }

  /** The hits of a folded query in page order. */
  search(query: string): Hits {
    const hits = new Hits();
    if (query === "") return hits;
    for (const [order, turn] of this.#order.entries())
      for (const segment of this.#segments.get(turn) ?? [])
        hits.add(segment, countIn(segment.text, query), order);
    return hits;
  }
}
