import type { LaterContext } from "../laterContext";

/** Characters of text, and turns, that may be drawn in full: most conversations never have as many. */
const [maxDrawn, maxTurns] = [200_000, 100];
/** Turns at the end that are always drawn in full. */
const newest = 6;
/** As many as are skipped and watched as one. */
const gatheredAtOnce = 100;
/** Screens from the reader to a turn that rests: more than to one that is drawn in full. */
const farScreens = 3;
const lookMs = 500;
/**
 * Chromium counts to 33,554,432 px. Beyond that all turns stand in the same place, and each would be
 * drawn in full as one that is near. From half of it on, turns that rest become as low as this.
 */
const [maxHeight, lowHeight] = [16_000_000, 1_000];
/** How long one task turns answers into text; one of 20 KB takes 3 ms. */
const turningMs = 10;

/**
 * Draws answers far from the screen as plain text again, until they come near it. In full, one of
 * 20 KB can take 5 MB, and a conversation may go on all day.
 */
export class RestingTurns {
  readonly #context: LaterContext;
  readonly #log: Element;
  /** Those that were far the last time: what has just been drawn may be on its way to the screen. */
  #far = new Set<Element>();
  #isDue = false;
  /** Further ones rest at once, even if what is drawn is no longer much. */
  #goesOn = false;

  constructor(context: LaterContext) {
    this.#context = context;
    const { scroller } = context.transcript;
    this.#log = scroller.querySelector(".log")!;
    scroller.addEventListener("scroll", () => this.changed(), { passive: true });
    // Turns may have come before this part was loaded.
    this.changed();
  }

  /** Turns were added, or the reader has moved. */
  changed(afterMs = lookMs): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => {
      this.#isDue = false;
      this.#rest();
    }, afterMs);
  }

  #rest(): void {
    const drawn = this.#drawn();
    const isMuch = drawn.length > maxTurns || (drawn.length > newest && lengthOf(drawn) > maxDrawn);
    const mayRest = isMuch || this.#goesOn ? drawn.slice(0, -newest) : [];
    const far = mayRest.filter((turn) => this.#isFar(turn) && !isInUse(turn));
    const due = far.filter((turn) => this.#far.has(turn));
    this.#far = new Set(far);
    // All are measured before the first one changes, which would have the page laid out for each.
    const isHigh = due.length > 0 && this.#log.scrollHeight > maxHeight;
    const most = isHigh ? lowHeight : Infinity;
    const measured = due.map((turn) => [turn, `${Math.min(heightInside(turn), most)}px`] as const);
    const began = performance.now();
    let rested = 0;
    for (const [turn, height] of measured) {
      if (rested > 0 && performance.now() - began > turningMs) break;
      this.#replace(turn, height);
      rested++;
    }
    this.#goesOn = rested < due.length;
    if (this.#goesOn) return this.changed(0);
    this.#gather();
    if (due.length < far.length) this.changed();
  }

  #drawn(): HTMLElement[] {
    const turns = [...this.#log.children].flatMap((child) => {
      if (!child.matches(".batch")) return child;
      return child.matches(".near") ? [...child.children] : [];
    }) as HTMLElement[];
    return turns.filter((turn) => !turn.matches(".quiet"));
  }

  /** The oldest of those that rest one by one become a batch. */
  #gather(): void {
    let oldest: HTMLElement[] = [];
    // One that is in use, such as the one that Find is at, stays by itself.
    for (const turn of this.#log.querySelectorAll<HTMLElement>(":scope > *")) {
      oldest = turn.matches(".quiet") && !isInUse(turn) ? [...oldest, turn] : [];
      if (oldest.length === gatheredAtOnce) break;
    }
    const [first, last] = [oldest[0], oldest.at(-1)];
    if (!first || !last || oldest.length < gatheredAtOnce || !this.#isFar(last)) return;
    const { bottom } = last.getBoundingClientRect();
    const height = bottom - first.getBoundingClientRect().top;
    const { near } = this.#context.transcript;
    const batch = this.#context.toolkit.el("div", { class: "batch" });
    first.before(withHeight(batch, `${height}px`));
    for (const turn of oldest) near.unwatch(turn);
    batch.append(...oldest);
    near.watch(batch);
    this.changed(0);
  }

  #replace(turn: HTMLElement, height: string): void {
    const { transcript } = this.#context;
    const after = withHeight(transcript.quiet(turn.dataset["turn"]!), height);
    turn.replaceWith(after);
    transcript.near.watch(after);
  }

  #isFar(turn: Element): boolean {
    const { top, bottom, height } = this.#context.transcript.scroller.getBoundingClientRect();
    const box = turn.getBoundingClientRect();
    const far = height * farScreens;
    return box.bottom < top - far || box.top > bottom + far;
  }
}

const lengthOf = (turns: readonly HTMLElement[]): number =>
  turns.reduce((sum, { textContent }) => sum + textContent.length, 0);

/** What is skipped is as high as it was in full, mostly: nothing moves. */
function withHeight(element: HTMLElement, height: string): HTMLElement {
  element.style.containIntrinsicBlockSize = `auto ${height}`;
  return element;
}

function heightInside(turn: HTMLElement): number {
  const { paddingBlockStart, paddingBlockEnd } = getComputedStyle(turn);
  const padding = parseFloat(paddingBlockStart) + parseFloat(paddingBlockEnd);
  return turn.getBoundingClientRect().height - padding;
}

function isInUse(turn: HTMLElement): boolean {
  const selection = getSelection();
  const isSelected =
    selection !== null && !selection.isCollapsed && selection.containsNode(turn, true);
  // Where Find is.
  const [found] = (CSS.highlights.get("find-current") ?? []) as Iterable<AbstractRange>;
  return (
    isSelected ||
    turn.contains(document.activeElement) ||
    (found !== undefined && turn.contains(found.startContainer)) ||
    turn.querySelector(".waiting, .edited") !== null
  );
}
