import type { CompletionsView, CompletionView } from "../../../../page/protocol/views";
import type { CompletionsContext, HeldKeys } from "../contexts";
import { breakLine, sendKey } from "../sendKey";
import { drawCompletions, placeAbove } from "./completionRows";
import type { TriggeredWord } from "./trigger";

/** Milliseconds without a key after which is asked what fits. */
const pauseMs = 80;
/** Milliseconds after which is asked again, if not everything was found. */
const againMs = 250;
const maxRows = 40;

const listId = "completions";

/** A list at the cursor of what fits the word there; the focus stays in the box. */
export class CompletionList {
  readonly #context: CompletionsContext;
  readonly #wordNow: () => TriggeredWord | undefined;
  readonly #element: HTMLElement;
  readonly #nothing: HTMLElement;
  #word: TriggeredWord | undefined;
  #rows: readonly CompletionView[] = [];
  /** What was typed when the rows were asked for. */
  #rowsFor: string | undefined;
  /** What was typed when nothing fitted: more letters fit no better. */
  #nothingFor: string | undefined;
  #active = 0;
  /** An arrow key has chosen a row of this word. */
  isMoved = false;
  #held: HeldKeys | undefined;
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: CompletionsContext, wordNow: () => TriggeredWord | undefined) {
    this.#context = context;
    this.#wordNow = wordNow;
    const { el, t } = context.toolkit;
    this.#element = el("div", {
      class: "completions",
      id: listId,
      role: "listbox",
      "aria-label": t("Suggestions"),
    });
    this.#nothing = el("div", { class: "completions detail" });
    // The focus stays in the box.
    this.#element.addEventListener("pointerdown", (event) => event.preventDefault());
    this.#element.addEventListener("click", ({ target }) => {
      const option = (target as Element).closest("[role=option]");
      const row = this.#rows[[...this.#element.children].indexOf(option as Element)];
      if (row && this.#word) this.#accept(row, this.#word, this.#word.typed);
    });
    document.addEventListener("selectionchange", () => this.update());
    window.addEventListener("resize", () => this.#place());
  }

  /** Keys are for the list: it is shown, or will be as soon as the host has answered. */
  get isOpen(): boolean {
    return this.#word !== undefined && (this.#rows.length > 0 || this.#isAwaited);
  }

  get #isAwaited(): boolean {
    return this.#word?.typed !== this.#rowsFor && this.#nothingFor === undefined;
  }

  open(word: TriggeredWord, held?: HeldKeys): void {
    this.close();
    this.#word = word;
    this.#held = held;
    this.#ask(held?.typed ?? this.#wordNow()?.typed ?? word.typed);
    this.update();
  }

  /** Follows the text and the cursor: the list closes where the word ends. */
  update(): void {
    if (!this.#word || this.#held) return;
    const now = this.#wordNow();
    if (now?.from !== this.#word.from || now.trigger !== this.#word.trigger) this.close();
    else if (now.typed !== this.#word.typed) this.#follow(now);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#asked++;
    this.#word = undefined;
    this.#held = undefined;
    this.#rows = [];
    this.#rowsFor = undefined;
    this.#nothingFor = undefined;
    this.isMoved = false;
    this.#hide();
  }

  press(key: string): void {
    if (key === "Escape") this.close();
    else if (this.#held) this.#held.keys.push(key);
    else if (this.#isAwaited) this.#held = { typed: this.#word?.typed ?? "", keys: [key] };
    else if (key === "ArrowDown" || key === "ArrowUp") this.#move(key === "ArrowDown" ? 1 : -1);
    else if (this.#word) this.#accept(this.#rows[this.#active]!, this.#word, this.#word.typed);
  }

  #follow(word: TriggeredWord): void {
    this.#word = word;
    // What is on its way is for an earlier word.
    this.#asked++;
    if (this.#nothingFor !== undefined && word.typed.startsWith(this.#nothingFor)) return;
    this.#nothingFor = undefined;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(word.typed), pauseMs);
  }

  #ask(typed: string): void {
    clearTimeout(this.#timer);
    const own = ++this.#asked;
    const take = (view: CompletionsView) => {
      if (own === this.#asked) this.#take(typed, view);
    };
    this.#context.host
      .call("complete", { trigger: this.#word!.trigger, typed })
      .then(take, () => take({ completions: [] }));
  }

  #take(typed: string, { completions, isIncomplete = false }: CompletionsView): void {
    const before = this.#rowsFor === typed ? this.#rows : [];
    // What is shown stays where it is.
    const added = completions.filter((one) => !before.some((other) => areSame(one, other)));
    if (this.#rowsFor !== typed) {
      this.#active = 0;
      this.isMoved = false;
    }
    this.#rows = [...before, ...added].slice(0, maxRows);
    this.#rowsFor = typed;
    if (isIncomplete) this.#timer = setTimeout(() => this.#ask(typed), againMs);
    else if (this.#rows.length === 0) this.#nothingFor = typed;
    if (this.#nothingFor === typed && typed !== "") this.#showNothing(typed);
    else if (this.#rows.length === 0) this.#hide();
    else if (before.length === 0 || added.length > 0) {
      this.#nothing.remove();
      this.#draw();
    }
    if (this.#held) this.#pressHeld(this.#held);
  }

  /** Presses what was held for these rows; what was typed since stays. */
  #pressHeld({ typed, keys }: HeldKeys): void {
    this.#held = undefined;
    const word = this.#word!;
    const now = this.#context.box.value.slice(word.from + 1, this.#context.box.selectionEnd);
    for (const key of keys)
      if (key === "ArrowDown" || key === "ArrowUp") this.#move(key === "ArrowDown" ? 1 : -1);
      else if (this.#isMeant(key, typed)) this.#accept(this.#rows[this.#active]!, word, typed);
      else if (key === "Enter" && (this.#word === undefined || now === typed)) this.#enter();
    this.update();
  }

  /** It does what it does where nothing can be completed. */
  #enter(): void {
    if (sendKey() === "Enter") this.#context.onEnter();
    else breakLine();
  }

  /** Enter came before the row was seen: only a row that begins so is taken, else the question is sent. */
  #isMeant(key: string, typed: string): boolean {
    const row = this.#rows[this.#active];
    if (!row) return false;
    const name = typed.split("/").at(-1)!.toLowerCase();
    const words = row.label.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    const begins =
      row.label.toLowerCase().startsWith(name) || words.some((one) => one.startsWith(name));
    return key === "Tab" || this.isMoved || begins;
  }

  #move(by: 1 | -1): void {
    if (this.#rows.length === 0) return;
    this.isMoved = true;
    this.#active = (this.#active + by + this.#rows.length) % this.#rows.length;
    this.#mark();
  }

  #accept(row: CompletionView, { trigger, from }: TriggeredWord, typed: string): void {
    const { box, host, saveNow } = this.#context;
    this.close();
    if (!box.value.startsWith(`${trigger}${typed}`, from)) return;
    takeOut(box, from, from + 1 + typed.length);
    // The host may add to the text.
    saveNow();
    host.run("acceptCompletion", { id: row.id });
  }

  #draw(): void {
    const { box, notices, toolkit } = this.#context;
    drawCompletions(this.#element, this.#rows, toolkit);
    box.closest(".composer")?.append(this.#element);
    this.#place();
    box.setAttribute("aria-autocomplete", "list");
    box.setAttribute("aria-controls", listId);
    const combobox = box.parentElement!;
    combobox.setAttribute("role", "combobox");
    combobox.setAttribute("aria-label", toolkit.t("Suggestions"));
    combobox.setAttribute("aria-expanded", "true");
    combobox.setAttribute("aria-controls", listId);
    this.#mark();
    const { plural, t } = toolkit;
    notices.say(plural(this.#rows.length, t("1 suggestion"), t("{0} suggestions")));
  }

  /** Says that there is nothing, as long as the word is not a number, which is rarely meant so. */
  #showNothing(typed: string): void {
    this.#hide();
    const { box, notices, toolkit } = this.#context;
    if (/^\d+$/.test(typed)) return;
    const words = toolkit.t("Nothing found for {0}", toolkit.visible(typed, 60));
    this.#nothing.textContent = words;
    box.closest(".composer")?.append(this.#nothing);
    this.#place();
    notices.say(words);
  }

  #place(): void {
    if (this.#nothing.isConnected && this.#word)
      placeAbove(this.#nothing, this.#context.box, this.#word.from);
    if (this.#word && this.#rows.length > 0)
      placeAbove(this.#element, this.#context.box, this.#word.from);
  }

  #mark(): void {
    for (const [index, option] of [...this.#element.children].entries()) {
      const isActive = index === this.#active;
      option.setAttribute("aria-selected", String(isActive));
      if (!isActive) continue;
      option.scrollIntoView({ block: "nearest" });
      this.#context.box.setAttribute("aria-activedescendant", option.id);
    }
  }

  #hide(): void {
    this.#element.remove();
    this.#nothing.remove();
    const { box } = this.#context;
    for (const element of [box, box.parentElement!])
      for (const name of shownAttributes) element.removeAttribute(name);
  }
}

/** Of the box and what is around it: HTML lets no box of several lines be a combobox itself. */
const shownAttributes = [
  "role",
  "aria-activedescendant",
  "aria-autocomplete",
  "aria-controls",
  "aria-expanded",
  "aria-label",
];

const areSame = (one: CompletionView, other: CompletionView): boolean =>
  one.kind === other.kind && one.label === other.label && one.description === other.description;

/** Deletes a part of the text as a key would, so that it can be undone. The cursor stays at its text. */
function takeOut(box: HTMLTextAreaElement, from: number, to: number): void {
  const moved = (at: number) => (at < to ? Math.min(at, from) : at + from - to);
  const [start, end] = [moved(box.selectionStart), moved(box.selectionEnd)];
  box.setSelectionRange(from, to);
  // Nothing else leaves the box able to undo.
  // oxlint-disable-next-line typescript/no-deprecated
  if (!document.execCommand("delete")) {
    box.setRangeText("", from, to);
    box.dispatchEvent(new Event("input"));
  }
  box.setSelectionRange(start, end);
}
