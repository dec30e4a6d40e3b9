import type { ComparisonRow, ComparisonView } from "../../../page/protocol/comparisonViews";
import type { ResultView } from "../../../page/protocol/views";
import { openMenu } from "../../../page/ui/menu";
import { compareOutlines } from "./compareIcons";
import type { ComparisonContext } from "./comparisonContext";

/** A longer question is folded to its beginning. */
const maxInLine = 160;

interface HeaderUse {
  onRow(row: string): void;
  onScrolling(isOn: boolean): void;
}

/** What the header shows beside the view. */
export interface HeaderState {
  readonly row: string;
  readonly isScrolledInStep: boolean;
  /** All columns are of the built-in hub. */
  readonly isBuiltIn: boolean;
  /** Of the answers to the question in view; absent for what was not asked. */
  readonly states: readonly (ResultView["state"] | undefined)[];
}

/** The question, the way to the other questions, and what concerns all columns. */
export class ComparisonHeader {
  readonly element: HTMLElement;
  readonly #context: ComparisonContext;
  readonly #use: HeaderUse;
  readonly #question: HTMLElement;
  readonly #rows: HTMLElement;
  readonly #place: HTMLElement;
  readonly #previous: HTMLButtonElement;
  readonly #next: HTMLButtonElement;
  readonly #builtIn: HTMLElement;
  readonly #progress: HTMLElement;
  readonly #again: HTMLButtonElement;
  readonly #stop: HTMLButtonElement;
  readonly #inStep: HTMLButtonElement;
  readonly #add: HTMLButtonElement;
  #drawn = "";
  #view: ComparisonView | undefined;
  #row = "";

  constructor(context: ComparisonContext, use: HeaderUse) {
    const { host, toolkit } = context;
    const { button, el, iconOf, t } = toolkit;
    this.#context = context;
    this.#use = use;
    this.#question = el("div", { class: "compared" });
    this.#place = el("span", { class: "detail" });
    const turned = { icon: "chevronRight", class: "icon-button" } as const;
    this.#previous = button(
      { ...turned, label: t("Previous question"), class: "icon-button turned" },
      () => this.#go(-1),
    );
    this.#next = button({ ...turned, label: t("Next question") }, () => this.#go(1));
    const rows = { class: "row-switch", role: "group", "aria-label": t("Questions") };
    this.#rows = el("div", rows, this.#previous, this.#place, this.#next);
    this.#builtIn = el("span", { class: "badge" }, t("built-in hub"));
    this.#progress = el("span", { class: "detail" });
    this.#again = button({ text: t("Ask the Failed Ones Again"), class: "button secondary" }, () =>
      host.run("askFailedAgain", {}),
    );
    this.#stop = button({ text: t("Stop All"), class: "button secondary" }, () =>
      host.run("stopColumn", {}),
    );
    const inStep = {
      icon: iconOf(compareOutlines.inStep),
      label: t("Scroll all answers together"),
      class: "icon-button toggle",
    };
    this.#inStep = button(inStep, () => {
      use.onScrolling(this.#inStep.getAttribute("aria-pressed") !== "true");
    });
    const add = { icon: iconOf(compareOutlines.add), label: t("Compare with more…") };
    this.#add = button(add, () => host.run("addColumn"));
    const tools = { class: "comparison-tools", role: "toolbar", "aria-label": t("All answers") };
    this.element = el(
      "header",
      { class: "comparison-head" },
      this.#question,
      el(
        "div",
        tools,
        this.#builtIn,
        this.#rows,
        this.#progress,
        this.#again,
        this.#stop,
        this.#inStep,
        this.#add,
        this.#more(),
      ),
    );
  }

  show(view: ComparisonView, { row, isScrolledInStep, isBuiltIn, states }: HeaderState): void {
    const { plural, t } = this.#context.toolkit;
    this.#view = view;
    this.#row = row;
    const at = view.rows.findIndex(({ id }) => id === row);
    this.#showQuestion(view.rows[at]);
    this.#rows.hidden = view.rows.length < 2;
    this.#place.textContent = t("Question {0} of {1}", at + 1, view.rows.length);
    this.#previous.disabled = at <= 0;
    this.#next.disabled = at >= view.rows.length - 1;
    const done = states.filter((state) => state === "done").length;
    const isBusy = states.includes("waiting");
    this.#progress.textContent = isBusy ? t("{0} of {1} answers", done, states.length) : "";
    this.#progress.hidden = !isBusy;
    const failed = states.filter((state) => state !== "done" && state !== "waiting").length;
    this.#hide(this.#again, isBusy || failed === 0);
    this.#again.title = plural(failed, t("1 has no answer"), t("{0} have no answer"));
    this.#hide(this.#stop, !isBusy);
    this.#inStep.setAttribute("aria-pressed", String(isScrolledInStep));
    this.#builtIn.hidden = !isBuiltIn;
  }

  /** The focus of what is no longer there goes to what is next to it. */
  #hide(element: HTMLElement, isHidden: boolean): void {
    const hadFocus = element === document.activeElement;
    element.hidden = isHidden;
    if (hadFocus && isHidden) this.#add.focus();
  }

  #showQuestion(row: ComparisonRow | undefined): void {
    const drawn = JSON.stringify(row);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const { disclosure, el, t, visible, visibleText } = this.#context.toolkit;
    const { typed = "", attachments = [] } = row ?? {};
    const words = visible(typed, maxInLine) || visible(attachments[0] ?? "", maxInLine);
    const heading = el(
      "h1",
      { class: "compared-words", dir: "auto" },
      el("span", { class: "spoken" }, t("Comparison of answers to: ")),
      words || t("your selection"),
    );
    const isLong = typed.length > maxInLine || typed.trim().includes("\n");
    const shown = isLong
      ? disclosure("compared-whole", [heading], (body) => {
          const named = { role: "group", "aria-label": t("Question"), tabindex: "0" };
          const plain = { class: "plain", dir: "auto", ...named };
          body.append(el("div", plain, visibleText(typed, "prose")));
        })
      : heading;
    const labels = attachments.map((label) => visible(label, 120)).join(", ");
    this.#question.replaceChildren(
      shown,
      ...(labels === "" ? [] : [el("p", { class: "detail compared-attached" }, labels)]),
    );
  }

  #go(by: number): void {
    const rows = this.#view?.rows ?? [];
    const to = rows[rows.findIndex(({ id }) => id === this.#row) + by];
    if (to) this.#use.onRow(to.id);
    const [pressed, other] = by > 0 ? [this.#next, this.#previous] : [this.#previous, this.#next];
    (pressed.disabled ? other : pressed).focus();
  }

  #more(): HTMLButtonElement {
    const { host, toolkit } = this.#context;
    const { button, t } = toolkit;
    const owner = button(
      {
        icon: "more",
        label: t("More actions"),
        "aria-haspopup": "menu",
        "aria-expanded": "false",
      },
      () =>
        openMenu(toolkit, owner, [
          {
            label: t("Add a row…"),
            title: t(
              "Ask another question in all columns: one that you type, each line of a file, or the first question for each of several files",
            ),
            onChoose: () => host.run("addRow"),
          },
          {
            label: t("What was sent"),
            title: t("Show the requests of all columns"),
            onChoose: () => host.run("showRequests"),
          },
          {
            label: t("Export…"),
            title: t("Save as Markdown or JSON Lines"),
            onChoose: () => host.run("exportComparison"),
          },
        ]),
    );
    return owner;
  }
}
