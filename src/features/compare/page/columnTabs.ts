import type { ComparisonColumn } from "../../../page/protocol/comparisonViews";
import type { AnswerColumn } from "./answerColumn";
import { howAsked } from "./columnHead";
import type { ComparisonContext } from "./comparisonContext";

/** A tab for each column, where there is room for one of them only. */
export class ColumnTabs {
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
