const nearEndPx = 48;

/** Keeps the end, or the beginning of the newest turn, in view until the user scrolls elsewhere. */
export class Follower {
  readonly #scroller: HTMLElement;
  #anchor: "end" | HTMLElement | undefined;

  constructor(scroller: HTMLElement, content: HTMLElement) {
    this.#scroller = scroller;
    const resized = new ResizeObserver(() => {
      this.#hold();
    });
    resized.observe(content);
    resized.observe(scroller);
    for (const gesture of ["wheel", "touchstart", "pointerdown", "keydown"]) {
      scroller.addEventListener(gesture, () => (this.#anchor = undefined), { passive: true });
    }
  }

  get atEnd(): boolean {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    return this.#anchor !== undefined || scrollHeight - scrollTop - clientHeight < nearEndPx;
  }

  /** The user looks elsewhere. */
  release(): void {
    this.#anchor = undefined;
  }

  keepEnd(): void {
    this.#anchor = "end";
    this.#hold();
  }

  /** Shows the end of an element, but never past its beginning. */
  keepFrom(element: HTMLElement): void {
    this.#anchor = element;
    this.#hold();
  }

  /** What was held on to is another element now. */
  replaced(old: HTMLElement, element: HTMLElement): void {
    if (this.#anchor === old) this.#anchor = element;
  }

  #topOf(element: HTMLElement): number {
    const { top } = this.#scroller.getBoundingClientRect();
    return element.getBoundingClientRect().top - top + this.#scroller.scrollTop;
  }

  #hold(): void {
    if (this.#anchor === undefined) return;
    const end = this.#scroller.scrollHeight - this.#scroller.clientHeight;
    this.#scroller.scrollTop =
      this.#anchor === "end" ? end : Math.min(end, this.#topOf(this.#anchor) - 8);
  }
}
