import { toolkit } from "./toolkit";
import type { Memory, Remembered } from "../host/memory";

/** Remembers what is unfolded, so that it is unfolded again when redrawn. */
export class Folds {
  readonly memory: Memory;
  #of: Remembered | undefined;

  constructor(memory: Memory) {
    this.memory = memory;
  }

  /** Makes this the conversation whose folds are tracked. */
  enter(conversation: Remembered): void {
    this.#of = conversation;
  }

  /** Listens for folds below this element; without an owner, the turns in it own them. */
  watch(element: HTMLElement, owner?: string): void {
    const onToggle = ({ target }: Event) => {
      if (!(target instanceof HTMLDetailsElement)) return;
      const own = owner ?? target.closest<HTMLElement>("[data-turn]")?.dataset["turn"];
      if (own !== undefined) this.#note(own, foldPath(target), target.open);
    };
    // The event does not bubble.
    element.addEventListener("toggle", onToggle, { capture: true });
  }

  /** Opens in a new element what was open in the previous one. */
  open(owner: string, element: HTMLElement): void {
    const names = this.#of?.folds.get(owner);
    if (!names) return;
    import("./openFolds")
      .then(({ openFolds }) => openFolds(toolkit, element, names))
      .catch(() => undefined);
  }

  forget(owner: string): void {
    if (this.#of?.folds.delete(owner)) this.memory.changed();
  }

  #note(owner: string, name: string, isOpen: boolean): void {
    const folds = this.#of?.folds;
    const names = folds?.get(owner) ?? new Set();
    if (!folds || names.has(name) === isOpen) return;
    if (isOpen) names.add(name);
    else names.delete(name);
    folds.delete(owner);
    if (names.size > 0) folds.set(owner, names);
    this.memory.changed();
  }
}

/** The path to a fold from its turn: `others/other t1` with an id, `steps` without one. */
function foldPath(details: HTMLElement): string {
  const kind = details.classList[0] ?? "";
  const { of } = details.dataset;
  const own = of === undefined ? kind : `${kind} ${of}`;
  const outer = details.parentElement?.closest("details");
  return outer ? `${foldPath(outer)}/${own}` : own;
}
