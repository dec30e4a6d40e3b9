import type { Toolkit } from "../../../../page/ui/toolkit";
import { lastWhere, fold } from "./textIndex";

const blockSelector =
  "p,li,td,th,h3,h4,h5,h6,pre,div,summary,blockquote,ul,ol,table,.step-sentence,.detail";
/** Text of the interface, not of the conversation. */
const labelSelector = ".code-head, .more, .spoken";

interface Run {
  text: string;
  nodes: { node: Text; from: number }[];
}

/** The runs of text in an element: continuous across nodes, but not across blockSelector. */
function runsOf(root: HTMLElement): Run[] {
  const runs: Run[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let block: Element | null | undefined;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) {
      if (node.nodeName === "BR") block = undefined;
      continue;
    }
    const parent = node.parentElement;
    if (!parent || (parent !== root && parent.closest(labelSelector))) continue;
    const own = parent.closest(blockSelector);
    if (runs.length === 0 || own !== block) runs.push({ text: "", nodes: [] });
    block = own;
    const run = runs.at(-1);
    run?.nodes.push({ node, from: run.text.length });
    if (run) run.text += node.data;
  }
  return runs;
}

/** Every match of a folded query in an element, in reading order; none of an empty one. */
function* rangesIn(root: HTMLElement, query: string): Generator<Range> {
  if (query === "") return;
  for (const { text, nodes } of runsOf(root)) {
    const folded = fold(text);
    for (let at = folded.indexOf(query); at !== -1; at = folded.indexOf(query, at + query.length)) {
      const range = document.createRange();
      const nodeAt = (position: number) => nodes[lastWhere(nodes, ({ from }) => from <= position)];
      const start = nodeAt(at);
      const end = nodeAt(at + query.length - 1);
      if (!start || !end) continue;
      range.setStart(start.node, at - start.from);
      range.setEnd(end.node, at + query.length - end.from);
      yield range;
    }
  }
}

/** The match with this index; the last one if the page shows fewer. */
export function rangeAt(root: HTMLElement, query: string, ordinal: number): Range | undefined {
  let last: Range | undefined;
  let at = 0;
  for (const range of rangesIn(root, query)) {
    last = range;
    if (at++ === ordinal) break;
  }
  return last;
}

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
