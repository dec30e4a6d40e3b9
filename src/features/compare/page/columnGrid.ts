import { AnswerColumn, type ColumnContent, howAsked } from "./answerColumn";
import type { ComparisonContext } from "./comparisonContext";
import type { ComparisonColumn } from "../../../page/protocol/comparisonViews";

/** A tab for each column, where there is room for one of them only. */
class ColumnTabs {
  readonly element: HTMLElement;
  readonly #context: ComparisonContext;
  readonly #onChoose: (column: AnswerColumn) => void;
  #columns: readonly AnswerColumn[] = [];

  constructor(context: ComparisonContext, onChoose: (column: AnswerColumn) => void) {
    const { el, t } = context.toolkit;
    this.#context = context;
    this.#onChoose = onChoose;
    const named = { class: "column-tabs", role: "tablist", "aria-label": t("Answers") };
    this.element = el("div", named);
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
  }

  show(columns: readonly AnswerColumn[], chosen: AnswerColumn | undefined): void {
    const hadFocus = this.element.contains(document.activeElement);
    this.#columns = columns;
    const tabs = columns.map((column) => this.#tab(column, column === chosen));
    this.element.replaceChildren(...tabs);
    if (hadFocus) tabs.find((tab) => tab.tabIndex === 0)?.focus();
  }

  #tab(of: AnswerColumn, isChosen: boolean): HTMLElement {
    const { button, el, icon, t, visible } = this.#context.toolkit;
    const { column, turn } = of;
    const state = turn?.result.state;
    const name = this.#nameOf(column);
    const words = [
      visible(column.expertName, 60),
      howAsked(column, this.#context.toolkit),
      column.isBaseline ? t("Baseline") : "",
      state === "waiting" ? t("Waiting…") : state === "done" ? "" : t("No answer"),
    ];
    const label = words.filter((word) => word !== "").join(", ");
    const element = button(
      { text: "", class: "column-tab", label, "aria-selected": String(isChosen) },
      () => this.#onChoose(of),
    );
    element.setAttribute("role", "tab");
    element.setAttribute("aria-controls", of.element.id);
    element.tabIndex = isChosen ? 0 : -1;
    element.append(
      ...(column.isBaseline ? [icon("star")] : []),
      el("span", { class: "row-text", dir: "auto" }, name),
      ...(state === "waiting" ? [el("span", { class: "pulse detail" }, "…")] : []),
      ...(state && state !== "waiting" && state !== "done" ? [icon("error")] : []),
    );
    return element;
  }

  /** One word that tells the column from the others. */
  #nameOf(column: ComparisonColumn): string {
    const { formatNumber, t, visible } = this.#context.toolkit;
    const namesOf = ({ expertName, modelName, abilityName, temperature }: ComparisonColumn) => [
      expertName,
      modelName,
      abilityName,
      temperature === undefined ? undefined : t("temperature {0}", formatNumber(temperature, 1)),
    ];
    const others = this.#columns
      .filter((one) => one.column !== column)
      .map((one) => namesOf(one.column));
    const names = namesOf(column);
    const own = names.find(
      (name, at) => name !== undefined && others.every((other) => other[at] !== name),
    );
    return visible(own ?? column.expertName, 60);
  }

  #onKey(event: KeyboardEvent): void {
    const count = this.#columns.length;
    const at = [...this.element.children].indexOf(event.target as Element);
    const to: Record<string, number> = {
      ArrowRight: (at + 1) % count,
      ArrowLeft: (at - 1 + count) % count,
      Home: 0,
      End: count - 1,
    };
    const column = this.#columns[to[event.key] ?? -1];
    if (at === -1 || !column || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.#onChoose(column);
  }
}

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
