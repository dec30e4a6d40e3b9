import type { TurnView, AnswerView } from "../../../../page/protocol/views";
import type { WordContext } from "../richText/words";

/** Text normalised for comparison: case and kinds of space are ignored, the length is kept. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  const even =
    lower.length === text.length
      ? lower
      : Array.from(text, (character) => {
          const small = character.toLowerCase();
          return small.length === character.length ? small : character;
        }).join("");
  return even.replace(/[\n\r\t\u00a0]/g, " ");
}

function countIn(text: string, query: string): number {
  let count = 0;
  for (let at = text.indexOf(query); at !== -1; count++)
    at = text.indexOf(query, at + query.length);
  return count;
}

/** Where in a turn's element a text is drawn. */
type TextPlace =
  | { part: "question" | "problem" | "details" | "reasoning" }
  | { part: "attachment" | "piece"; at: number }
  | { part: "step"; at: number; field: "sentence" | "found" };

/** One searchable text, folded. */
export interface Segment {
  turnId: string;
  place: TextPlace;
  text: string;
}

interface SegmentContext extends WordContext {
  words(output: string, context: WordContext): Generator<string>;
}

/** The texts of a turn in page order. */
export function segmentsOf(turn: TurnView, context: SegmentContext): Segment[] {
  const segments: Segment[] = [];
  const add = (place: TextPlace, text: string | undefined) => {
    if (text) segments.push({ turnId: turn.id, place, text: fold(text) });
  };
  add({ part: "question" }, context.withEscapes(turn.question, "prose"));
  turn.attachments.forEach(({ label }, at) =>
    add({ part: "attachment", at }, context.visible(label, 300)),
  );
  const { result } = turn;
  if (result.state === "failed") {
    add({ part: "problem" }, context.visible(result.problem.sentence, 2000));
    add({ part: "details" }, context.withEscapes(result.problem.details ?? ""));
  }
  const answer = writtenIn(result);
  if (!answer) return segments;
  add({ part: "reasoning" }, context.withEscapes(answer.reasoning ?? "", "prose"));
  for (const [at, { sentence, found = "" }] of answer.steps.entries()) {
    add({ part: "step", at, field: "sentence" }, context.visible(sentence, 400));
    add({ part: "step", at, field: "found" }, context.withEscapes(found));
  }
  if (answer.output.trim() === "") return segments;
  let at = 0;
  for (const words of context.words(answer.output, context))
    add({ part: "piece", at: at++ }, words);
  return segments;
}

/** An answer, or as much of it as is there. */
function writtenIn(
  result: TurnView["result"],
): Pick<AnswerView, "output" | "steps" | "reasoning"> | undefined {
  if (result.state === "waiting")
    return result.live && { ...result.live, output: result.live.text };
  return "answer" in result ? result.answer : undefined;
}

/** A hit: its text, and the index of the match in that text. */
interface Hit {
  segment: Segment;
  ordinal: number;
}

/** Hits in page order, one entry per text however many matches it contains. */
export class Hits {
  readonly #texts: { segment: Segment; before: number; order: number }[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** `order` is the turn's position in the conversation; texts are added in page order. */
  add(segment: Segment, count: number, order: number): void {
    if (count === 0) return;
    this.#texts.push({ segment, before: this.#count, order });
    this.#count += count;
  }

  at(index: number): Hit | undefined {
    if (index < 0 || index >= this.#count) return undefined;
    const text = this.#texts[lastWhere(this.#texts, ({ before }) => before <= index)];
    return text && { segment: text.segment, ordinal: index - text.before };
  }

  indexOf({ segment, ordinal }: Hit): number {
    const text = this.#texts.find((known) => known.segment === segment);
    const index = text ? text.before + ordinal : -1;
    return this.at(index)?.segment === segment ? index : -1;
  }

  /** The first hit in this turn or after it, else the first of all. */
  from(order: number): number {
    const next = this.#texts[lastWhere(this.#texts, (text) => text.order < order) + 1];
    return next?.before ?? 0;
  }
}

/** The index of the last item that meets a condition that no later one meets; -1 if there is none. */
export function lastWhere<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = -1;
  let high = items.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(items[middle]!)) low = middle;
    else high = middle - 1;
  }
  return low;
}

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

const maxWaitMs = 3000;

type GrowTo = (parent: HTMLElement, position: number) => void;

/** Waits for something that is drawn between frames; `undefined` if it never appears. */
export async function until<T>(look: () => T | false | null | undefined): Promise<T | undefined> {
  const end = performance.now() + maxWaitMs;
  for (;;) {
    const childMatching = look();
    if (childMatching) return childMatching;
    if (performance.now() > end) return undefined;
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}

/** Unfolds everything around a text of a turn and returns the element that contains it. */
export async function locate(
  turn: HTMLElement,
  place: TextPlace,
  growTo: GrowTo,
): Promise<HTMLElement | undefined> {
  const one = (selector: string) => turn.querySelector<HTMLElement>(selector);
  switch (place.part) {
    case "question":
      return one(".question-text") ?? undefined;
    case "problem":
      return one(".problem-body > p") ?? undefined;
    case "attachment":
      return turn.querySelectorAll<HTMLElement>(".attachment")[place.at];
    case "details":
      return (await unfold(one(".details")))?.querySelector<HTMLElement>("pre") ?? undefined;
    case "reasoning":
      return (await unfold(one(".reasoning")))?.querySelector<HTMLElement>(".plain") ?? undefined;
    case "piece":
      return locatePiece(turn, place.at);
    default:
      return locateStep(turn, place, growTo);
  }
}

async function unfold(details: Element | null | undefined): Promise<HTMLElement | undefined> {
  if (!(details instanceof HTMLDetailsElement)) return undefined;
  details.open = true;
  const body = details.lastElementChild;
  return until(() => body instanceof HTMLElement && body.childElementCount > 0 && body);
}

/** A piece far from the screen is drawn once it comes near. */
async function locatePiece(turn: HTMLElement, at: number): Promise<HTMLElement | undefined> {
  const pieceAt = () => turn.querySelector(".answer")?.children[at];
  const piece = await until(() => {
    const childMatching = pieceAt();
    return (
      childMatching instanceof HTMLElement &&
      childMatching.classList.contains("piece") &&
      childMatching
    );
  });
  if (piece && (piece.matches(".earlier") || piece.querySelector(".earlier")))
    await unfoldEarlier(turn, piece);
  if (piece?.classList.contains("undrawn")) {
    piece.scrollIntoView({ block: "nearest" });
    await until(() => !piece.classList.contains("undrawn"));
  }
  return piece;
}

/** Its text is outside of the fold. */
async function unfoldEarlier(turn: HTMLElement, piece: HTMLElement): Promise<void> {
  const fold = turn.querySelector<HTMLDetailsElement>(".rounds");
  if (fold) fold.open = true;
  await until(() => piece.closest(".shows-earlier"));
}

async function locateStep(
  turn: HTMLElement,
  { at, field }: Extract<TextPlace, { part: "step" }>,
  growTo: GrowTo,
): Promise<HTMLElement | undefined> {
  const list = await unfold(turn.querySelector(".steps"));
  if (!list) return undefined;
  growTo(list, at);
  return list.children[at]?.querySelector<HTMLElement>(`.step-${field}`) ?? undefined;
}
