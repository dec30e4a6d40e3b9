import type { Toolkit } from "../../../../page/ui/toolkit";
import { rangesIn } from "./ranges";

const texts =
  ".question-text, .attachment, .piece, .reasoning .plain, .step-sentence, .step-found, .problem-body > p, .details pre";
const maxMarks = 1000;

/** Highlights hits without changing the elements that contain them. */
export class Marks {
  readonly #scroller: HTMLElement;
  readonly #seenTurns: Toolkit["seenTurns"];
  readonly #all = new Highlight();
  readonly #current = new Highlight();

  constructor(scroller: HTMLElement, { seenTurns }: Toolkit) {
    this.#scroller = scroller;
    this.#seenTurns = seenTurns;
    this.#current.priority = 1;
  }

  /** Marks what is on the screen; the rest is marked as it scrolls into view. */
  draw(query: string, current: Range | undefined): void {
    this.clear();
    for (const root of this.#seen()) {
      for (const range of rangesIn(root, query)) {
        if (this.#all.size >= maxMarks) break;
        this.#all.add(range);
      }
    }
    if (current) this.#current.add(current);
    CSS.highlights.set("find-hit", this.#all);
    CSS.highlights.set("find-current", this.#current);
  }

  clear(): void {
    this.#all.clear();
    this.#current.clear();
  }

  /** Scrolls every container around a hit, the transcript last, so that the hit is visible. */
  show(range: Range): void {
    const context = range.startContainer.parentElement;
    for (let frame = context; frame && frame !== this.#scroller; frame = frame.parentElement) {
      if (frame.scrollHeight > frame.clientHeight || frame.scrollWidth > frame.clientWidth) {
        if (!/auto|scroll/.test(getComputedStyle(frame).overflow)) continue;
        const place = range.getBoundingClientRect();
        const box = frame.getBoundingClientRect();
        if (place.top < box.top || place.bottom > box.bottom)
          frame.scrollTop += place.top - box.top - frame.clientHeight / 2;
        if (place.left < box.left || place.right > box.right)
          frame.scrollLeft += place.left - box.left - frame.clientWidth / 2;
      }
    }
    const place = range.getBoundingClientRect();
    const box = this.#scroller.getBoundingClientRect();
    const underBar = 44;
    if (place.top < box.top + underBar || place.bottom > box.bottom - 8)
      this.#scroller.scrollTop += place.top - box.top - this.#scroller.clientHeight / 3;
  }

  *#seen(): Generator<HTMLElement> {
    const box = this.#scroller.getBoundingClientRect();
    const isSeen = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > box.top && top < box.bottom;
    };
    for (const turn of this.#seenTurns(this.#scroller, isSeen))
      for (const root of turn.querySelectorAll<HTMLElement>(texts)) if (isSeen(root)) yield root;
  }
}
