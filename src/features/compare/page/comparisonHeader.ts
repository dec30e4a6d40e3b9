import type { ComparedQuestion, ComparisonView } from "../../../page/protocol/comparisonViews";
import type { ResultView } from "../../../page/protocol/views";
import { openMenu } from "../../../page/ui/menu";
import type { ComparisonContext } from "./comparisonContext";

/** A longer question is folded to its beginning. */
const maxInLine = 160;

/** What the header shows beside the view. */
export interface HeaderState {
  readonly isScrolledInStep: boolean;
  /** All columns are of the built-in hub. */
  readonly isBuiltIn: boolean;
  /** Of the answers; absent until the host has sent them. */
  readonly states: readonly (ResultView["state"] | undefined)[];
}

/** The question, and what concerns all columns. */
export class ComparisonHeader {
  readonly element: HTMLElement;
  readonly #context: ComparisonContext;
  readonly #question: HTMLElement;
  readonly #builtIn: HTMLElement;
  readonly #progress: HTMLElement;
  readonly #again: HTMLButtonElement;
  readonly #stop: HTMLButtonElement;
  readonly #add: HTMLButtonElement;
  readonly #more: HTMLButtonElement;
  #isScrolledInStep = true;
  #drawn = "";

  constructor(context: ComparisonContext, onScrolling: (isOn: boolean) => void) {
    const { host, toolkit } = context;
    const { button, el, t } = toolkit;
    this.#context = context;
    this.#question = el("div", { class: "compared" });
    this.#builtIn = el("span", { class: "badge" }, t("built-in hub"));
    this.#progress = el("span", { class: "detail" });
    this.#again = button({ text: t("Ask the Failed Ones Again"), class: "button secondary" }, () =>
      host.run("askFailedAgain"),
    );
    this.#stop = button({ text: t("Stop All"), class: "button secondary" }, () =>
      host.run("stopColumn", {}),
    );
    this.#add = button({ icon: "add", label: t("Compare with more…") }, () =>
      host.run("addColumn"),
    );
    const more = {
      icon: "more",
      label: t("More actions"),
      class: "icon-button",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
    } as const;
    this.#more = button(more, () => {
      const isOn = this.#isScrolledInStep;
      const scroll = isOn ? t("Scroll answers one by one") : t("Scroll all answers together");
      const sent = t("Show what was sent");
      openMenu(toolkit, this.#more, [
        { label: scroll, title: scroll, onChoose: () => onScrolling(!isOn) },
        { label: sent, title: sent, onChoose: () => host.run("showRequests") },
      ]);
    });
    const tools = { class: "comparison-tools", role: "toolbar", "aria-label": t("All answers") };
    this.element = el(
      "header",
      { class: "comparison-head" },
      this.#question,
      el(
        "div",
        tools,
        this.#builtIn,
        this.#progress,
        this.#again,
        this.#stop,
        this.#add,
        this.#more,
      ),
    );
  }

  show(
    { question, canAdd }: ComparisonView,
    { isScrolledInStep, isBuiltIn, states }: HeaderState,
  ): void {
    const { plural, t } = this.#context.toolkit;
    this.#showQuestion(question);
    const done = states.filter((state) => state === "done").length;
    const isBusy = states.includes("waiting");
    this.#progress.textContent = isBusy ? t("{0} of {1} answers", done, states.length) : "";
    this.#progress.hidden = !isBusy;
    const failed = states.filter((state) => state && !["done", "waiting"].includes(state)).length;
    this.#hide(this.#again, isBusy || failed === 0);
    this.#again.title = plural(failed, t("1 has no answer"), t("{0} have no answer"));
    this.#hide(this.#stop, !isBusy);
    this.#hide(this.#add, !canAdd);
    this.#isScrolledInStep = isScrolledInStep;
    this.#builtIn.hidden = !isBuiltIn;
  }

  /** The focus of what is no longer there goes to what is next to it. */
  #hide(element: HTMLElement, isHidden: boolean): void {
    const hadFocus = element === document.activeElement;
    element.hidden = isHidden;
    if (hadFocus && isHidden) this.#more.focus();
  }

  #showQuestion(question: ComparedQuestion): void {
    const drawn = JSON.stringify(question);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const { disclosure, el, t, visible, visibleText } = this.#context.toolkit;
    const { typed, attachments } = question;
    const words = visible(typed, maxInLine) || visible(attachments[0] ?? "", maxInLine);
    const heading = el(
      "h1",
      { class: "compared-words", dir: "auto" },
      // With a direction of its own, it does not decide that of the question.
      el("span", { class: "spoken", dir: "auto" }, t("Comparison of answers to: ")),
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
}
