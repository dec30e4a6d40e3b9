import { t } from "../../kit/l10n";
import { Declined } from "../host/rpc";
import { button, el } from "./dom";
import { icon, type IconName } from "./icons";
import { visible } from "./visible";

const confirmedMs = 1500;
const shownMs = 10_000;

/** What is announced politely, or shown above the composer until the next action, for a while at most. */
export class Notices {
  readonly element: HTMLElement;
  readonly #spoken = el("p", { class: "spoken", role: "status" });
  readonly #shown = el("div", { class: "notice", role: "alert" });

  readonly #onDismiss: () => void;
  #timer = 0;

  constructor(onDismiss: () => void) {
    this.#onDismiss = onDismiss;
    this.#shown.hidden = true;
    this.element = el("div", { class: "notices" }, this.#spoken, this.#shown);
    // Before what is pressed does anything, which may fail as well.
    document.addEventListener("click", ({ target }) => this.#pressed(target as Element), true);
  }

  say(text: string): void {
    // The same text is only announced again if its content really changes.
    this.#spoken.textContent = this.#spoken.textContent === text ? `${text}\u00a0` : text;
  }

  /** Marks a button with this icon as done for a moment, and says so. */
  confirm(element: HTMLElement, name: IconName, text: string): void {
    element.replaceChildren(icon("check"));
    this.say(text);
    setTimeout(() => element.replaceChildren(icon(name)), confirmedMs);
  }

  /** Shows the sentence of a failed call, if the page has no better place for it. */
  fail(reason: unknown): void {
    if (reason instanceof Declined) return;
    const sentence = reason instanceof Error ? reason.message : String(reason);
    this.#shown.hidden = false;
    this.#shown.replaceChildren(
      el("p", {}, icon("error"), visible(sentence)),
      button({ icon: "close", label: t("Dismiss") }, () => {
        this.clear();
        this.#onDismiss();
      }),
    );
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.clear(), shownMs);
  }

  #pressed(target: Element): void {
    if (!this.#shown.contains(target) && target.closest("button, [role=menuitem]")) this.clear();
  }

  clear(): void {
    this.#shown.hidden = true;
    this.#shown.replaceChildren();
  }

  /** For calls whose result changes nothing here. */
  readonly failed = (reason: unknown): void => this.fail(reason);
}
