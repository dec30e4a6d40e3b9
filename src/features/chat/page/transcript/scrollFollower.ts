const nearEndPx = 48;

/** An element, and its distance from the upper edge. */
interface Spot {
  element: Element;
  offset: number;
}

/** Keeps the end, or the beginning of the newest turn, in view until the user scrolls elsewhere. */
export class ScrollFollower {
  readonly #scroller: HTMLElement;
  readonly #resized = new ResizeObserver(() => this.#hold());
  #anchor: "end" | HTMLElement | undefined;
  #returning: (() => Spot | undefined) | undefined;

  constructor(scroller: HTMLElement, content: HTMLElement) {
    this.#scroller = scroller;
    this.watch(content);
    this.watch(scroller);
    for (const gesture of ["wheel", "touchstart", "pointerdown", "keydown"]) {
      scroller.addEventListener(gesture, () => this.release(), { passive: true });
    }
  }

  /** Its size moves the end. */
  watch(element: HTMLElement): void {
    this.#resized.observe(element);
  }

  get atEnd(): boolean {
    return this.#anchor !== undefined || this.endIsSeen;
  }

  get endIsSeen(): boolean {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    return scrollHeight - scrollTop - clientHeight < nearEndPx;
  }

  /** Has an element grow without leaving what can be seen of it. */
  keepSeen(element: Element, grow: () => void): void {
    const { endIsSeen } = this;
    const { top, bottom } = element.getBoundingClientRect();
    grow();
    if (endIsSeen) this.keepEnd();
    else if (bottom > 0 && top < innerHeight) element.scrollIntoView({ block: "nearest" });
  }

  /** The page is returning to where the reader was. */
  get isReturning(): boolean {
    return this.#returning !== undefined;
  }

  /** Stops following: the user looks elsewhere. */
  release(): void {
    this.#anchor = undefined;
    this.#returning = undefined;
  }

  keepEnd(): void {
    this.release();
    this.#anchor = "end";
    this.#hold();
  }

  /** Shows this spot, or the end while the spot does not exist. */
  keepAt(spot: () => Spot | undefined): void {
    this.release();
    this.#returning = spot;
    this.#hold();
  }

  /** Shows the end of a turn, but never scrolls past its beginning. */
  keepFrom(element: HTMLElement): void {
    this.release();
    this.#anchor = element;
    this.#hold();
  }

  /** The followed element has been replaced. */
  replaced(old: HTMLElement, element: HTMLElement): void {
    if (this.#anchor === old) this.#anchor = element;
  }

  #topOf(element: Element): number {
    const { top } = this.#scroller.getBoundingClientRect();
    return element.getBoundingClientRect().top - top + this.#scroller.scrollTop;
  }

  /** A question that takes most of the view would hide what follows it. */
  #beginningOf(turn: HTMLElement): number {
    const [question, next] = turn.children;
    const isLong = question && question.clientHeight > this.#scroller.clientHeight / 2;
    return this.#topOf(isLong && next ? next : turn);
  }

  #hold(): void {
    const anchor = this.#anchor ?? (this.#returning && "end");
    const spot = this.#returning?.();
    const end = this.#scroller.scrollHeight - this.#scroller.clientHeight;
    if (spot) this.#scroller.scrollTop = this.#topOf(spot.element) - spot.offset;
    else if (anchor === "end") this.#scroller.scrollTop = end;
    else if (anchor) this.#scroller.scrollTop = Math.min(end, this.#beginningOf(anchor) - 8);
  }
}
