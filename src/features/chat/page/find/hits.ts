import type { Segment } from "./segments";

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
