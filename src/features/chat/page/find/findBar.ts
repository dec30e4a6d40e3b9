import type { WordContext } from "../richText/words";
import type { Toolkit } from "../../../../page/ui/toolkit";
import type { TurnView } from "../../../../page/protocol/views";
import { TextIndex, Hits, fold, locate, until } from "./textIndex";
import { Marks, rangeAt } from "./marks";

/** What is searched, and how to reach what is drawn of it. */
interface FindBarContext {
  toolkit: Toolkit;
  readonly frame: HTMLElement;
  readonly scroller: HTMLElement;
  turns(): TurnView[];
  whole(turnId: string): HTMLElement | undefined;
  stay(): void;
  words(output: string, context: WordContext): Generator<string>;
  /** Remembers the text in the box; `undefined` once it is closed. */
  keep(text: string | undefined): void;
}

/** Finds in the conversation like the editor: first in the data, then where it is drawn. */
export class FindBar {
  readonly #context: FindBarContext;
  readonly #element: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #count: HTMLElement;
  readonly #index: TextIndex;
  readonly #marks: Marks;
  readonly #changes: MutationObserver;
  #query = "";
  #hits = new Hits();
  #at = -1;
  #root: HTMLElement | undefined;
  #visit = 0;
  /** The text was restored: no hit has been visited yet. */
  #restored = false;
  #frame = 0;
  #back: Element | null = null;

  constructor(context: FindBarContext) {
    this.#context = context;
    const { el, button, t, visible, withEscapes } = context.toolkit;
    this.#index = new TextIndex({ t, visible, withEscapes, words: context.words });
    this.#marks = new Marks(context.scroller, context.toolkit);
    this.#input = el("input", { type: "text", "aria-label": t("Find"), placeholder: t("Find") });
    this.#input.spellcheck = false;
    this.#count = el("span", { class: "find-count detail", role: "status" });
    const go = (icon: "arrowUp" | "arrowDown", label: string, by: number) =>
      button({ icon: "arrowDown", label, class: `icon-button ${icon}` }, () => this.#go(by));
    this.#element = el(
      "div",
      { class: "find", role: "search", "aria-label": t("Find in the conversation") },
      this.#input,
      this.#count,
      go("arrowUp", t("Previous (Shift+Enter)"), -1),
      go("arrowDown", t("Next (Enter)"), 1),
      button({ icon: "close", label: t("Close (Escape)") }, () => this.close()),
    );
    this.#input.addEventListener("input", () => {
      context.keep(this.#input.value);
      this.#search(true);
    });
    this.#element.addEventListener("keydown", (event) => this.#onKey(event));
    this.#changes = new MutationObserver(() => this.#redraw());
    context.scroller.addEventListener("scroll", () => this.#redraw(), { passive: true });
  }

  get isOpen(): boolean {
    return this.#element.isConnected;
  }

  open(): void {
    if (!this.isOpen) {
      this.#back = document.activeElement;
      this.#place();
    }
    this.#input.focus();
    this.#input.select();
    this.#context.keep(this.#input.value);
    this.changed();
  }

  /** Opens with this text without going to a hit. */
  restore(text: string): void {
    if (this.isOpen) return;
    this.#input.value = text;
    this.#restored = true;
    this.#place();
    this.changed();
  }

  #place(): void {
    this.#context.frame.append(this.#element);
    this.#changes.observe(this.#context.scroller, { childList: true, subtree: true });
  }

  close(): void {
    this.#visit++;
    this.#changes.disconnect();
    this.#element.remove();
    this.#marks.clear();
    this.#context.keep(undefined);
    if (this.#back instanceof HTMLElement && this.#back.isConnected) this.#back.focus();
  }

  /** The conversation has changed. */
  changed(): void {
    if (!this.isOpen) return;
    this.#index.update(this.#context.turns(), () => this.#search(false));
  }

  /** F3 anywhere on the page while it is open. */
  go(by: number): void {
    this.#go(by);
  }

  #onKey(event: KeyboardEvent): void {
    if (this.#context.toolkit.isOfInputMethod(event)) return;
    if (event.key === "Escape") this.close();
    else if (event.key === "Enter" && event.target === this.#input)
      this.#go(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** A new text starts at what is visible; an unchanged one stays at its hit. */
  #search(moves: boolean): void {
    const query = fold(this.#input.value);
    const same = query === this.#query && this.#at >= 0;
    const before = this.#hits.at(this.#at);
    if (query !== this.#query) this.#visit++;
    this.#query = query;
    this.#hits = this.#index.search(query);
    this.#at = same && before && !moves ? this.#hits.indexOf(before) : -1;
    this.#showCount();
    if (this.#at >= 0 || this.#hits.count === 0 || (this.#restored && !moves)) {
      this.#redraw();
      return;
    }
    const start = before?.segment.turnId ?? this.#firstSeen() ?? "";
    this.#go(0, this.#hits.from(this.#index.orderOf(start)));
  }

  #firstSeen(): string | undefined {
    const [turn] = this.#context.toolkit.seenTurns(this.#context.scroller, () => true);
    return (turn as HTMLElement | undefined)?.dataset["turn"];
  }

  #go(by: number, from = this.#at): void {
    const count = this.#hits.count;
    if (count === 0) return;
    this.#restored = false;
    if (from === -1) {
      const next = this.#hits.from(this.#index.orderOf(this.#firstSeen() ?? ""));
      this.#at = by < 0 ? (next - 1 + count) % count : next;
    } else this.#at = (from + by + count) % count;
    this.#showCount();
    void this.#show();
  }

  async #show(): Promise<void> {
    const visit = ++this.#visit;
    const hit = this.#hits.at(this.#at);
    if (!hit) return;
    const { whole, stay, toolkit } = this.#context;
    stay();
    const turn = await until(() => whole(hit.segment.turnId));
    if (visit !== this.#visit || !turn) return;
    turn.scrollIntoView({ block: "nearest" });
    const root = await locate(turn, hit.segment.place, toolkit.growTo);
    if (visit !== this.#visit || !root) return;
    this.#root = root;
    // Skipped elements get their real height only when they come near.
    for (let pass = 0; pass < 3; pass++) {
      const range = rangeAt(root, this.#query, hit.ordinal);
      if (!range || visit !== this.#visit) break;
      this.#marks.show(range);
      this.#marks.draw(this.#query, range);
      await new Promise(requestAnimationFrame);
    }
  }

  #redraw(): void {
    if (!this.isOpen || this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (!this.isOpen) return;
      const hit = this.#hits.at(this.#at);
      const root = this.#root;
      this.#marks.draw(this.#query, hit && root && rangeAt(root, this.#query, hit.ordinal));
    });
  }

  #showCount(): void {
    const count = this.#hits.count;
    const { formatNumber, t } = this.#context.toolkit;
    this.#count.textContent =
      this.#query === ""
        ? ""
        : count === 0
          ? t("No results")
          : t("{0} of {1}", this.#at < 0 ? "?" : formatNumber(this.#at + 1), formatNumber(count));
  }
}
