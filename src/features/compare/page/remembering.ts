import type { Memory } from "../../../page/host/memory";
import type { ComparisonView } from "../../../page/protocol/comparisonViews";
import type { Folds } from "../../../page/ui/folds";
import type { PageParts } from "./comparisonContext";

/** What only this page has; the editor stores it, and with it what a tab of the last session showed. */
export class Remembering {
  readonly folds: Folds;
  readonly #memory: Memory;
  #turnId: unknown;
  #isScrolledInStep: boolean;

  constructor({ store, Folds: FoldsOfPage, Memory: MemoryOfPage }: PageParts) {
    const { turnId, isScrolledInStep } = (store.getState() ?? {}) as Record<string, unknown>;
    this.#turnId = turnId;
    this.#isScrolledInStep = isScrolledInStep !== false;
    this.#memory = new MemoryOfPage({
      getState: () => store.getState(),
      setState: (state) =>
        store.setState({
          ...(state as object),
          turnId: this.#turnId,
          isScrolledInStep: this.#isScrolledInStep,
        }),
    });
    this.folds = new FoldsOfPage(this.#memory);
  }

  get isScrolledInStep(): boolean {
    return this.#isScrolledInStep;
  }
  set isScrolledInStep(isOn: boolean) {
    this.#isScrolledInStep = isOn;
    this.#memory.changed();
  }

  enter({ conversationId, turnId }: ComparisonView): void {
    this.#turnId = turnId;
    this.folds.enter(this.#memory.enter(conversationId));
  }

  saveNow(): void {
    this.#memory.saveNow();
  }
}
