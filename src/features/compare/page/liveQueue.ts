/**
 * Draws answers in the making one at a time, each in a frame of its own: together, the columns of a
 * comparison would take longer than a frame.
 */
export class LiveQueue {
  readonly #draw: (turnId: string) => void;
  /** Those that have changed; the one that has waited longest comes first. */
  readonly #changed = new Set<string>();
  #isDrawing = false;

  constructor(draw: (turnId: string) => void) {
    this.#draw = draw;
  }

  add(turnId: string): void {
    this.#changed.add(turnId);
    if (!this.#isDrawing) this.#next();
  }

  #next(): void {
    this.#isDrawing = this.#changed.size > 0;
    if (!this.#isDrawing) return;
    requestAnimationFrame(() => {
      const [turnId = ""] = this.#changed;
      this.#changed.delete(turnId);
      this.#draw(turnId);
      // After this frame is painted.
      setTimeout(() => this.#next());
    });
  }
}
