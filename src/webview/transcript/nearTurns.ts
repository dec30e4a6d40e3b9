/** Tells of turns that come near the screen; lots of them are watched as one. */
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

  /** A turn, or a lot of them. */
  watch(element: Element): void {
    this.#observer.observe(element);
  }

  forget(element: Element): void {
    this.#observer.unobserve(element);
  }

  forgetAll(): void {
    this.#observer.disconnect();
  }

  come(element: Element): void {
    this.forget(element);
    if (!element.classList.contains("batch")) {
      this.#onNear(element);
    } else if (!element.classList.contains("near")) {
      // From now on each turn is skipped for itself: what is scrolled to stays where it is.
      element.classList.add("near");
      for (const turn of element.children) this.watch(turn);
    }
  }
}
