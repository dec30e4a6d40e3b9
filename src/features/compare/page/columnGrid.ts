import { AnswerColumn } from "./answerColumn";
import type { ColumnContent } from "./columnHead";
import { ColumnTabs } from "./columnTabs";
import type { ComparisonContext } from "./comparisonContext";

/** Scrolls all columns together: the others follow the one that the user scrolls. */
class ScrollInStep {
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

/** Below this width of the page, there is room for one column only. */
const minWidth = 700;

/** The columns, side by side in the order of the view; in a narrow page one of them, with tabs. */
export class ColumnGrid {
  readonly element: HTMLElement;
  readonly scrolling = new ScrollInStep();
  readonly #context: ComparisonContext;
  readonly #place: HTMLElement;
  readonly #tabs: ColumnTabs;
  readonly #columns = new Map<string, AnswerColumn>();
  #shown: readonly AnswerColumn[] = [];
  /** The one that is in view where there is room for one. */
  #chosen: AnswerColumn | undefined;
  #isNarrow = false;

  constructor(context: ComparisonContext) {
    const { el } = context.toolkit;
    this.#context = context;
    this.#place = el("div", { class: "columns" });
    this.#tabs = new ColumnTabs(context, (column) => this.#choose(column));
    this.element = el("main", { class: "comparison-main" }, this.#tabs.element, this.#place);
    this.#place.addEventListener("keydown", (event) => this.#onKey(event));
    this.#place.addEventListener("focusin", ({ target }) => {
      this.#chosen = this.#shown.find(({ element }) => element.contains(target as Node));
    });
    new ResizeObserver(() => this.#arrange()).observe(this.#place);
  }

  get columns(): readonly AnswerColumn[] {
    return this.#shown;
  }

  show(contents: readonly ColumnContent[]): void {
    const before = this.#shown;
    this.#shown = contents.map((content) => this.#column(content));
    const gone = before.filter((column) => !this.#shown.includes(column));
    const focused = document.activeElement;
    const hadFocus = this.#place.contains(focused);
    for (const { column } of gone) this.#columns.delete(column.id);
    const elements = this.#shown.map(({ element }) => element);
    if (!isSame(before, this.#shown)) this.#replace(elements);
    this.scrolling.show(elements);
    if (!this.#chosen || gone.includes(this.#chosen)) [this.#chosen] = this.#shown;
    this.#arrange();
    if (!hadFocus) return;
    if (focused instanceof HTMLElement && focused.isConnected)
      focused.focus({ preventScroll: true });
    else this.#chosen?.focus();
  }

  /** An element that is moved begins at its top again. */
  #replace(elements: readonly HTMLElement[]): void {
    const tops = elements.map(({ scrollTop }) => scrollTop);
    this.#place.replaceChildren(...elements);
    for (const [index, element] of elements.entries()) element.scrollTop = tops[index] ?? 0;
  }

  /** Shows one column again, such as when its turn has changed. */
  update(column: AnswerColumn, content: ColumnContent): void {
    column.show(content);
    if (this.#isNarrow) this.#showTabs();
  }

  #column(content: ColumnContent): AnswerColumn {
    const { id } = content.column;
    const known = this.#columns.get(id);
    if (known) known.show(content);
    const column = known ?? new AnswerColumn(this.#context, content);
    if (!known) this.scrolling.add(column.element);
    this.#columns.set(id, column);
    return column;
  }

  #arrange(): void {
    this.#isNarrow = this.#shown.length > 1 && this.#place.clientWidth < minWidth;
    this.#tabs.element.hidden = !this.#isNarrow;
    for (const column of this.#shown) {
      const { element } = column;
      element.hidden = this.#isNarrow && column !== this.#chosen;
      element.setAttribute("role", this.#isNarrow ? "tabpanel" : "region");
    }
    if (this.#isNarrow) this.#showTabs();
  }

  #showTabs(): void {
    this.#tabs.show(this.#shown, this.#chosen);
  }

  #choose(column: AnswerColumn): void {
    const top = this.#chosen?.element.scrollTop ?? 0;
    this.#chosen = column;
    this.#arrange();
    if (this.scrolling.isOn) column.element.scrollTop = top;
  }

  /** Arrows go from column to column; Escape leaves what is in one. */
  #onKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const { target, key } = event;
    const at = this.#shown.findIndex(({ element }) => element.contains(target as Node));
    const isOnColumn = this.#shown[at]?.element === target;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0;
    const to = isOnColumn && step !== 0 ? this.#shown[at + step] : undefined;
    const column = key === "Escape" && !isOnColumn ? this.#shown[at] : to;
    if (!column || (this.#isNarrow && to)) return;
    event.preventDefault();
    column.focus();
  }
}

const isSame = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);
