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
