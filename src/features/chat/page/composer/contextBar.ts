import { estimatedTokens } from "../../../../contract/contextSize";
import type { ContextView, PageState } from "../../../../page/protocol/views";
import type { LaterContext } from "../laterContext";

/** Shares of the context window from which the bar is shown, and something is suggested. */
const shownFrom = 0.5;
const suggestedFrom = 0.8;

/** Shows how full the model's context window would be, once it is at least half full. */
export class ContextBar {
  readonly #context: LaterContext;
  readonly #element: HTMLElement;
  readonly #used: HTMLElement;
  readonly #bar: HTMLButtonElement;
  readonly #hint: HTMLElement;
  readonly #sentence: HTMLElement;
  #view: ContextView | undefined;

  constructor(context: LaterContext) {
    this.#context = context;
    const { composer, host, toolkit } = context;
    const { button, el, t } = toolkit;
    this.#used = el("span", { class: "context-used" });
    this.#bar = button({ class: "context-bar" }, () => void composer.panels.open("preview"));
    this.#bar.append(el("span", { class: "context-track" }, this.#used));
    this.#sentence = el("span");
    const suggest = (text: string, action: "summary" | "fewerTurns") =>
      button({ text, class: "link" }, () => host.run("useContext", { action }));
    this.#hint = el(
      "div",
      { class: "context-hint detail" },
      this.#sentence,
      suggest(t("Start a New Conversation with a Summary"), "summary"),
      suggest(t("Send Fewer Turns…"), "fewerTurns"),
    );
    this.#element = el("div", { class: "context" }, this.#bar, this.#hint);
    this.#element.hidden = true;
    composer.element.querySelector(".composer-row")?.before(this.#element);
    composer.box.addEventListener("input", () => this.#draw());
  }

  show({ context }: PageState): void {
    this.#view = context;
    this.#draw();
  }

  #draw(): void {
    const view = this.#view;
    const question = estimatedTokens(this.#context.composer.box.value);
    const sum = view ? question + view.attachments + view.history + view.system : 0;
    const share = view ? sum / view.takes : 0;
    this.#element.hidden = share < shownFrom;
    if (!view || share < shownFrom) return;
    const { t } = this.#context.toolkit;
    this.#used.style.width = `${Math.min(100, Math.round(share * 100))}%`;
    const words = this.#words(view, question, sum);
    this.#bar.title = words.join("\n");
    this.#bar.setAttribute("aria-label", words.join("; "));
    const isOver = sum > view.fits;
    this.#element.classList.toggle("full", isOver || share >= suggestedFrom);
    const hint = isOver
      ? question + view.system > view.fits
        ? t("Your question alone exceeds the model's context window.")
        : t("This exceeds the model's context window. The oldest parts will be left out.")
      : share >= suggestedFrom
        ? t("The model's context window is nearly full.")
        : "";
    this.#hint.hidden = hint === "";
    // Only a conversation can be shortened, and what does not fit without one is not helped by that.
    const fitsAlone = sum - view.history <= view.fits;
    const helps = view.history > 0 && fitsAlone;
    for (const one of this.#hint.querySelectorAll("button")) one.hidden = !helps;
    if (this.#sentence.textContent === hint) return;
    this.#sentence.textContent = hint;
    if (hint !== "") this.#context.notices.say(hint);
  }

  #words(view: ContextView, question: number, sum: number): string[] {
    const { formatNumber, t } = this.#context.toolkit;
    const parts: [number, string][] = [
      [view.history, t("Conversation so far: {0}", formatNumber(view.history))],
      [view.attachments, t("Attachments: {0}", formatNumber(view.attachments))],
      [question, t("Your question: {0}", formatNumber(question))],
      [view.system, t("Expert and tools: {0}", formatNumber(view.system))],
    ];
    const answer = view.takes - view.fits;
    return [
      t(
        "About {0} of the {1} tokens in the model's context window",
        formatNumber(sum),
        formatNumber(view.takes),
      ),
      ...parts
        .filter(([size]) => size > 0)
        .toSorted(([one], [other]) => other - one)
        .map(([, words]) => words),
      t("Reserved for the answer: {0}", formatNumber(answer)),
    ];
  }
}
