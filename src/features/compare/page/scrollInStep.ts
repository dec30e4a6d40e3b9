/** Scrolls all columns together: the others follow the one that the user scrolls. */
export class ScrollInStep {
  /** What the user scrolls; the others are moved. */
  #leader: HTMLElement | undefined;
  #elements: readonly HTMLElement[] = [];
  #isOn = true;
  #isDue = false;

  get isOn(): boolean {
    return this.#isOn;
  }
  set isOn(isOn: boolean) {
    this.#isOn = isOn;
    this.#follow();
  }

  add(element: HTMLElement): void {
    const options = { capture: true, passive: true };
    for (const gesture of ["wheel", "touchstart", "pointerdown", "keydown", "focusin"])
      element.addEventListener(gesture, () => (this.#leader = element), options);
    element.addEventListener(
      "scroll",
      ({ target }) => {
        if (target === element && element === this.#leader) this.#follow();
      },
      options,
    );
  }

  show(elements: readonly HTMLElement[]): void {
    this.#elements = elements;
  }

  /** Once in a frame, however many events come. */
  #follow(): void {
    if (!this.#isOn || this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      const leader = this.#leader;
      if (!leader || !this.#isOn) return;
      for (const one of this.#elements) if (one !== leader) one.scrollTop = leader.scrollTop;
    });
  }
}
