import type { QueueAction } from "../../../../../contract/vocabulary";
import type { PageState, QueueView } from "../../../../../page/protocol/views";
import type { PartContext } from "../../../../../page/ui/toolkit";

interface QueueContext extends PartContext {
  focusComposer(): void;
}

/** Visual Studio Code icons (https://github.com/microsoft/vscode-codicons), (c) Microsoft Corporation, CC BY 4.0. */
const queueOutlines = {
  pencil:
    "M14.236 1.764c-1.024-1.024-2.683-1.024-3.707 0l-7.872 7.872c-.374.374-.641.842-.772 1.354l-.869 3.386c-.044.171.006.353.13.478.125.124.307.174.478.13l3.386-.869c.512-.131.98-.398 1.354-.772l7.872-7.872c1.023-1.024 1.023-2.683 0-3.707zM11.236 2.471c.633-.633 1.66-.633 2.293 0 .633.633.633 1.66 0 2.293l-.779.779-2.293-2.293.779-.779zM9.75 3.957l2.293 2.293-6.386 6.386c-.247.247-.557.423-.896.511l-2.566.658.658-2.566c.088-.339.264-.649.511-.896l6.386-6.386z",
  arrowUp:
    "M13.854 7.146l-5-5c-.195-.195-.512-.195-.707 0l-5.001 5c-.195.195-.195.512 0 .707.195.195.512.195.707 0l4.146-4.146v9.793c0 .276.224.5.5.5.276 0 .5-.224.5-.5v-9.793l4.146 4.146c.098.098.226.146.354.146.128 0 .256-.049.354-.146.195-.195.195-.512 0-.707h.001z",
  arrowDown:
    "M13.854 8.146c-.195-.195-.512-.195-.707 0l-4.146 4.146v-9.792c0-.276-.224-.5-.5-.5-.276 0-.5.224-.5.5v9.793l-4.146-4.146c-.195-.195-.512-.195-.707 0-.195.195-.195.512 0 .707l5 5c.098.098.226.146.354.146.128 0 .256-.049.354-.146l5-5c.195-.195.195-.512 0-.707z",
};

type Queued = QueueView["questions"][number];
type RowAction = Exclude<QueueAction, "continue" | "clear">;

const lists = new WeakMap<HTMLElement, QueueList>();

/** Draws the queue in its element; loaded with the first queued question. */
export function showQueue(element: HTMLElement, pageState: PageState, context: QueueContext): void {
  const list = lists.get(element) ?? new QueueList(element, context);
  lists.set(element, list);
  list.show(pageState);
}

/** The questions that wait for the one in progress, in order, and what can be done with each. */
class QueueList {
  readonly #context: QueueContext;
  readonly #element: HTMLElement;
  readonly #heading: HTMLElement;
  readonly #list: HTMLElement;
  #conversationId: string | undefined;
  #shown = "";
  #count = 0;
  #paused: string | undefined;

  constructor(element: HTMLElement, context: QueueContext) {
    this.#context = context;
    this.#element = element;
    const { el, t } = context.toolkit;
    element.className = "queue";
    element.setAttribute("role", "region");
    element.setAttribute("aria-label", t("Queued questions"));
    this.#heading = el("div", { class: "queue-heading" });
    this.#list = el("ol", { class: "queue-list" });
    element.append(this.#heading, this.#list);
  }

  show({ conversationId, queue: given }: PageState): void {
    const queue = given ?? { questions: [] };
    const next = JSON.stringify([conversationId, queue]);
    if (next === this.#shown) return;
    this.#shown = next;
    const focused = this.#focused();
    this.#element.hidden = queue.questions.length === 0;
    this.#showHeading(queue);
    this.#list.replaceChildren(
      ...queue.questions.map((question, at) => this.#row(question, at, queue.questions.length)),
    );
    if (focused) this.#focusAgain(focused);
    if (conversationId === this.#conversationId) this.#announce(queue);
    this.#conversationId = conversationId;
    this.#count = queue.questions.length;
    this.#paused = queue.paused;
  }

  #showHeading({ questions, paused }: QueueView): void {
    const { el, button, t, visible } = this.#context.toolkit;
    const words = paused === undefined ? this.#queued(questions.length) : visible(paused);
    const link = (text: string, action: QueueAction, title: string) => {
      const element = button({ text, title, class: "link" }, () => this.#use(action));
      element.dataset["action"] = action;
      return element;
    };
    this.#heading.classList.toggle("paused", paused !== undefined);
    this.#heading.replaceChildren(
      el("span", { class: "queue-words" }, words),
      paused === undefined
        ? ""
        : el(
            "span",
            { class: "queue-links" },
            link(t("Continue"), "continue", t("Ask the queued questions one after another")),
            link(t("Clear"), "clear", t("Remove every queued question")),
          ),
    );
  }

  #row(question: Queued, at: number, count: number): HTMLElement {
    const { el, button, iconOf, icon, t, visible } = this.#context.toolkit;
    const text = visible(question.text, 300);
    const attached = question.attached.map((label) => visible(label, 100)).join(", ");
    const act = (action: RowAction, label: string, outline?: string, isPossible = true) => {
      const drawn = outline === undefined ? icon("close") : iconOf(outline);
      const element = button({ icon: drawn, label }, () => this.#use(action, question.id));
      element.dataset["action"] = action;
      element.disabled = !isPossible;
      return element;
    };
    const row = el(
      "li",
      { class: "queue-row" },
      text ? el("span", { class: "queue-text", dir: "auto", title: text }, text) : undefined,
      attached
        ? el("span", { class: "queue-attached", title: attached }, icon("attach"), attached)
        : undefined,
      el(
        "span",
        { class: "queue-actions" },
        act("edit", t("Edit in the composer"), queueOutlines.pencil),
        ...(count === 1
          ? []
          : [
              act("moveUp", t("Move up"), queueOutlines.arrowUp, at > 0),
              act("moveDown", t("Move down"), queueOutlines.arrowDown, at < count - 1),
            ]),
        act("remove", t("Remove from queue")),
      ),
    );
    row.dataset["question"] = question.id;
    return row;
  }

  #use(action: QueueAction, questionId?: string): void {
    const { host, notices } = this.#context;
    notices.clear();
    const args = { action, questionId };
    host.call("useQueue", args).then(() => {
      if (action === "edit") this.#context.focusComposer();
    }, notices.failed);
  }

  #announce({ questions, paused }: QueueView): void {
    const { notices } = this.#context;
    if (paused !== undefined && paused !== this.#paused) notices.say(paused);
    else if (questions.length > this.#count) notices.say(this.#queued(questions.length));
  }

  #queued(count: number): string {
    const { plural, t } = this.#context.toolkit;
    return plural(count, t("1 question queued"), t("{0} questions queued"));
  }

  /** Which button has the focus, if any. */
  #focused(): { action?: string; id?: string; at: number } | undefined {
    const { activeElement: active } = document;
    if (!(active instanceof HTMLElement) || !this.#element.contains(active)) return undefined;
    const row = active.closest<HTMLElement>("[data-question]");
    return {
      ...active.dataset,
      ...(row && { id: row.dataset["question"] ?? "" }),
      at: row ? [...this.#list.children].indexOf(row) : 0,
    };
  }

  /** The same button of the same question; else of the one in its place; else the composer. */
  #focusAgain({ action, id, at }: { action?: string; id?: string; at: number }): void {
    const rows = [...this.#list.querySelectorAll<HTMLElement>("[data-question]")];
    const row = rows.find(({ dataset }) => dataset["question"] === id) ?? rows[at] ?? rows.at(-1);
    const within = id === undefined ? this.#heading : row;
    const found =
      within?.querySelector<HTMLElement>(`[data-action="${action ?? ""}"]:enabled`) ??
      row?.querySelector<HTMLElement>("[data-action=edit]");
    if (found) found.focus();
    else this.#context.focusComposer();
  }
}
