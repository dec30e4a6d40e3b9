import { afterPaint, el } from "../../../../page/ui/dom";

/** Reports turns that come near the screen; batches of them are observed as one. */
export class NearTurns {
  readonly #observer: IntersectionObserver;
  readonly #onNear: (turn: Element) => void;

  constructor(root: HTMLElement, onNear: (turn: Element) => void) {
    this.#onNear = onNear;
    const onChange = (entries: IntersectionObserverEntry[]) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) this.come(target);
    };
    this.#observer = new IntersectionObserver(onChange, { root, rootMargin: "150% 0px" });
  }

  /** Observes a turn or a batch of turns. */
  watch(element: Element): void {
    this.#observer.observe(element);
  }

  unwatch(element: Element): void {
    this.#observer.unobserve(element);
  }

  come(element: Element): void {
    this.unwatch(element);
    if (!element.classList.contains("batch")) {
      this.#onNear(element);
    } else if (!element.classList.contains("near")) {
      // From now on each turn is skipped individually: the scroll target stays in place.
      element.classList.add("near");
      for (const turn of element.children) this.watch(turn);
    }
  }
}

const batchSize = 100;

interface OlderTurnsParts {
  scroller: HTMLElement;
  log: HTMLElement;
  near: NearTurns;
  draw(turnId: string): HTMLElement;
  /** The host has more, older turns; this asks for them. */
  askForMore(): void;
}

/** Turns older than those that are drawn: drawn when the page is idle, then asked for. */
export class OlderTurns {
  readonly #parts: OlderTurnsParts;
  #ids: string[] = [];
  #more = false;
  #isDrawing = false;

  constructor(parts: OlderTurnsParts) {
    this.#parts = parts;
  }

  /** Those of another conversation; drawing begins with `draw`. */
  replace(ids: string[], more: boolean): void {
    this.#ids = ids;
    this.#more = more;
  }

  add(ids: string[], more: boolean): void {
    this.replace([...ids, ...this.#ids], more);
    this.draw();
  }

  forget(turnId: string): void {
    this.#ids = this.#ids.filter((id) => id !== turnId);
  }

  /** Draws them, one batch each time the page is idle. */
  draw(): void {
    if (this.#isDrawing) return;
    if (this.#ids.length > 0) {
      this.#isDrawing = true;
      afterPaint(() => {
        this.#isDrawing = false;
        this.#drawBatch();
        this.draw();
      });
    } else if (this.#more) {
      this.#more = false;
      this.#parts.askForMore();
    }
  }

  /** Newest first and in small tasks, so that a long conversation opens as fast as a short one. */
  #drawBatch(): void {
    const { scroller, log, near, draw } = this.#parts;
    const turns = this.#ids.splice(-batchSize).map(draw);
    // Skipped and watched as one: ten thousand turns would be looked at one by one in each frame.
    const elements = turns.length === batchSize ? [el("div", { class: "batch" }, ...turns)] : turns;
    for (const element of elements) near.watch(element);
    const fromEnd = scroller.scrollHeight - scroller.scrollTop;
    log.prepend(...elements);
    scroller.scrollTop = scroller.scrollHeight - fromEnd;
  }
}
