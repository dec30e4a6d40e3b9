import type { PageState } from "../../../../page/protocol/views";
import { el } from "../../../../page/ui/dom";
import { toolkit, type PartContext } from "../../../../page/ui/toolkit";

type EmptyStateContext = Pick<PartContext, "host" | "notices">;

export interface ComposerUse {
  onSuggestion(text: string): void;
  focusComposer(): void;
}

/** The content of an empty transcript, or what has to be decided; redrawn only if its text changes. */
export class EmptyState {
  /** Beside the composer: what stands below the turns could be out of sight. */
  readonly below = el("div", { class: "invitation" });
  readonly #parent: HTMLElement;
  readonly #context: EmptyStateContext;
  readonly #composer: ComposerUse;
  #element: HTMLElement | undefined;
  #drawn = "";

  constructor(parent: HTMLElement, context: EmptyStateContext, composer: ComposerUse) {
    this.#parent = parent;
    this.#context = context;
    this.#composer = composer;
  }

  show(pageState: PageState | undefined, hasTurns: boolean): void {
    const drawn = pageState ? stateKey(pageState, hasTurns) : "";
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    if (!pageState) {
      this.#place(undefined, hasTurns);
      return;
    }
    import("./invitation").then(({ invitation }) => {
      const context = { ...this.#context, ...this.#composer, toolkit };
      if (this.#drawn === drawn) this.#place(invitation(context, pageState), hasTurns);
    }, this.#context.notices.failed);
  }

  #place(element: HTMLElement | undefined, hasTurns: boolean): void {
    const focused = this.#buttons().findIndex((one) => one === document.activeElement);
    this.#element?.remove();
    this.#element = element;
    if (element) (hasTurns ? this.below : this.#parent).append(element);
    if (focused !== -1) this.#focus(this.#buttons(), focused);
    if (hasTurns) this.point();
  }

  #focus(buttons: HTMLElement[], at: number): void {
    const button = buttons[at] ?? buttons.at(-1);
    if (button) button.focus();
    else this.#composer.focusComposer();
  }

  /** Shows why nothing can be asked, and has a screen reader say it. */
  point(): void {
    if (!this.#element) return;
    this.#element.scrollIntoView({ block: "nearest" });
    const words = [...this.#element.querySelectorAll("h2, p")].map((one) => one.textContent);
    this.#context.notices.say(words.join(". "));
  }

  #buttons(): HTMLElement[] {
    return [...(this.#element?.querySelectorAll("button") ?? [])];
  }
}

function stateKey(
  { setupStep, invitation, hubLabel, builtIn, restricted, expert }: PageState,
  hasTurns: boolean,
): string {
  const words = [setupStep, invitation, hubLabel, builtIn, restricted, expert, hasTurns];
  return JSON.stringify(words);
}
