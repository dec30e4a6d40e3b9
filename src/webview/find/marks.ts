import { rangesIn } from "./ranges";

const texts =
  ".question-text, .piece, .long-text, .step-tool, .call-head, .preview, .problem-body > p, .details pre";
const mostMarks = 1000;

/** Draws hits without touching what they are in. */
export class Marks {
  readonly #scroller: HTMLElement;
  readonly #all = new Highlight();
  readonly #current = new Highlight();

  constructor(scroller: HTMLElement) {
    this.#scroller = scroller;
    this.#current.priority = 1;
  }

  /** Marks what is on the screen; the rest is marked as it comes there. */
  draw(query: string, current: Range | undefined): void {
    this.clear();
    if (query === "") return;
    for (const root of this.#seen()) {
      for (const range of rangesIn(root, query)) {
        if (this.#all.size >= mostMarks) break;
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

  /** Scrolls every frame around a hit, the transcript last, so that it is seen. */
  show(range: Range): void {
    const around = range.startContainer.parentElement;
    for (let frame = around; frame && frame !== this.#scroller; frame = frame.parentElement) {
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
      return bottom > box.top && top < box.bottom && bottom > top;
    };
    for (const turn of seenTurns(this.#scroller, isSeen))
      for (const root of turn.querySelectorAll<HTMLElement>(texts)) if (isSeen(root)) yield root;
  }
}

/** The turns on the screen, found in a few looks, as there may be thousands. */
export function* seenTurns(
  scroller: HTMLElement,
  isSeen: (element: Element) => boolean,
): Generator<Element> {
  const log = scroller.querySelector(".log");
  if (log) yield* seenIn(log, scroller.getBoundingClientRect().top, isSeen);
}

function* seenIn(
  parent: Element,
  top: number,
  isSeen: (element: Element) => boolean,
): Generator<Element> {
  const { children } = parent;
  let low = 0;
  let high = children.length - 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((children[middle]?.getBoundingClientRect().bottom ?? 0) > top) high = middle;
    else low = middle + 1;
  }
  for (
    let element = children[low];
    element && isSeen(element);
    element = element.nextElementSibling ?? undefined
  ) {
    if (element.classList.contains("lot")) yield* seenIn(element, top, isSeen);
    else yield element;
  }
}
