import { growTo } from "./cutList";
import { unfold } from "./dom";
import type { Memory, Remembered } from "./memory";

/** Keeps what is folded open, so that it is open again where it is drawn again. */
export class Folds {
  readonly #memory: Memory;
  #of: Remembered | undefined;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** From now on the folds of this conversation are meant. */
  enter(conversation: Remembered): void {
    this.#of = conversation;
  }

  /** Listens to what is folded below this element; without an owner, the turns in it are. */
  watch(element: HTMLElement, owner?: string): void {
    const onToggle = ({ target }: Event) => {
      if (!(target instanceof HTMLDetailsElement) || !target.isConnected) return;
      const own = owner ?? target.closest<HTMLElement>("[data-turn]")?.dataset["turn"];
      if (own !== undefined) this.#note(own, nameOf(target), target.open);
    };
    // It does not bubble.
    element.addEventListener("toggle", onToggle, { capture: true });
  }

  /** Opens in a fresh element what was open in the one before. */
  open(owner: string, element: HTMLElement): void {
    const names = this.#of?.folds.get(owner);
    if (names) void openAll(element, [...names]);
  }

  forget(owner: string): void {
    if (this.#of?.folds.delete(owner)) this.#memory.changed();
  }

  #note(owner: string, name: string, isOpen: boolean): void {
    const folds = this.#of?.folds;
    const names = folds?.get(owner) ?? new Set();
    if (!folds || names.has(name) === isOpen) return;
    if (isOpen) names.add(name);
    else names.delete(name);
    folds.delete(owner);
    if (names.size > 0) folds.set(owner, names);
    this.#memory.changed();
  }
}

/** At once, but for what has yet to be loaded. */
async function openAll(element: HTMLElement, names: string[]): Promise<void> {
  // The outer ones first: they hold the others.
  for (const name of names.toSorted((one, other) => one.length - other.length)) {
    const details = find(element, name);
    const filling = details && unfold(details);
    if (filling) await filling;
  }
}

const indexOf = (element: Element | null): number =>
  element?.parentElement ? [...element.parentElement.children].indexOf(element) : -1;

/** The way to a fold from its turn: `steps/step 0 1/raw`, the numbers those of the group and in it. */
function nameOf(details: Element): string {
  const kind = details.classList[0] ?? "";
  const own = kind === "step" ? `step ${indexOf(details.parentElement)} ${indexOf(details)}` : kind;
  const outer = details.parentElement?.closest("details");
  return outer ? `${nameOf(outer)}/${own}` : own;
}

function find(element: HTMLElement, name: string): HTMLDetailsElement | undefined {
  let found: Element | null | undefined = element;
  for (const part of name.split("/")) {
    const [kind = "", group, member] = part.split(" ");
    found =
      kind === "step"
        ? childAt(childAt(found?.lastElementChild, Number(group)), Number(member))
        : [...(found?.querySelectorAll("details") ?? [])].find((one) => one.classList[0] === kind);
  }
  return found instanceof HTMLDetailsElement ? found : undefined;
}

function childAt(parent: Element | null | undefined, at: number): Element | undefined {
  if (parent instanceof HTMLElement) growTo(parent, at);
  return parent?.children[at];
}
