import type {
  CompletionsView,
  CompletionView,
  CompletionKind,
} from "../../../../page/protocol/views";
import type { CompletionsContext, HeldKeys } from "../contexts";
import { breakLine, sendKey } from "../sendKey";
import type { TriggeredWord } from "./trigger";
import type { Toolkit } from "../../../../page/ui/toolkit";

const margin = 4;
/** Of twelve rows. */
const maxHeight = 12 * 24 + 8;
/** Below this height the list opens where there is more room. */
const minHeight = 100;

/** Draws a row for each completion; the first is not yet marked. */
function drawCompletions(
  list: HTMLElement,
  completions: readonly CompletionView[],
  { el, icon, iconOf, visible }: Toolkit,
): void {
  const rows = completions.map(({ kind, label, description }, index) => {
    const isKnown = kind === "ability" || kind === "error" || kind === "expert";
    const shape = isKnown
      ? icon(kind === "ability" ? "tools" : kind)
      : iconOf(completionOutlines[kind]);
    const name = visible(label, 200);
    const detail = visible(description, 200);
    return el(
      "div",
      {
        role: "option",
        id: `completion-${index}`,
        class: `completion ${kind}`,
        title: [name, detail].filter(Boolean).join("\n"),
      },
      shape,
      el("span", { class: "completion-label", dir: "auto" }, name),
      " ",
      el("span", { class: "detail", dir: "auto" }, detail),
    );
  });
  list.replaceChildren(...rows);
  list.scrollTop = 0;
}

/** Puts a list above the line of this offset in the box, or below it if there is no room. */
function placeAbove(list: HTMLElement, box: HTMLTextAreaElement, offset: number): void {
  const { top, bottom, left } = placeOfOffset(box, offset);
  const { style } = list;
  const room = Math.max(0, top - 2 * margin);
  const below = innerHeight - bottom - 2 * margin;
  const isAbove = room >= Math.min(minHeight, list.scrollHeight) || room >= below;
  style.maxHeight = `${Math.min(maxHeight, isAbove ? room : below)}px`;
  style.bottom = isAbove ? `${innerHeight - top + margin}px` : "auto";
  style.top = isAbove ? "auto" : `${bottom + margin}px`;
  style.left = `${Math.max(margin, Math.min(left, innerWidth - list.offsetWidth - margin))}px`;
}

const copied = [
  "font",
  "letterSpacing",
  "lineHeight",
  "padding",
  "width",
  "direction",
  "tabSize",
] as const;

/** Where a character of the box is in the window: only a copy of its text can be measured. */
function placeOfOffset(box: HTMLTextAreaElement, offset: number): DOMRect {
  const copy = document.createElement("div");
  const computed = getComputedStyle(box);
  for (const name of copied) copy.style[name] = computed[name];
  Object.assign(copy.style, {
    position: "fixed",
    visibility: "hidden",
    boxSizing: "border-box",
    whiteSpace: "pre-wrap",
    overflowWrap: "break-word",
  });
  const { left, top, bottom } = box.getBoundingClientRect();
  Object.assign(copy.style, { left: `${left}px`, top: `${top - box.scrollTop}px` });
  const mark = document.createElement("span");
  mark.textContent = box.value.slice(offset, offset + 1);
  copy.append(box.value.slice(0, offset), mark, box.value.slice(offset + 1));
  document.body.append(copy);
  const place = mark.getBoundingClientRect();
  copy.remove();
  // Of a long text, the line may be scrolled out of sight.
  const inside = Math.min(Math.max(place.top, top), bottom - place.height);
  return new DOMRect(place.left, inside, place.width, place.height);
}

/** In the style of the page's icons (icons.ts); needed only in the list of completions. */
const completionOutlines: Readonly<
  Record<Exclude<CompletionKind, "ability" | "error" | "expert">, string>
> = {
  selection:
    "M2 3.5C2 3.22 2.22 3 2.5 3H10.5C10.78 3 11 3.22 11 3.5C11 3.78 10.78 4 10.5 4H2.5C2.22 4 2 3.78 2 3.5ZM2 11.5C2 11.22 2.22 11 2.5 11H9.5C9.78 11 10 11.22 10 11.5C10 11.78 9.78 12 9.5 12H2.5C2.22 12 2 11.78 2 11.5ZM2.5 7C2.22 7 2 7.22 2 7.5C2 7.78 2.22 8 2.5 8H13.5C13.78 8 14 7.78 14 7.5C14 7.22 13.78 7 13.5 7H2.5Z",
  file: "M5 1C3.9 1 3 1.9 3 3V13C3 14.1 3.9 15 5 15H11C12.1 15 13 14.1 13 13V5.41C13 5.02 12.84 4.63 12.56 4.35L9.65 1.44C9.37 1.16 8.98 1 8.59 1H5ZM4 3C4 2.45 4.45 2 5 2H8V4.5C8 5.33 8.67 6 9.5 6H12V13C12 13.55 11.55 14 11 14H5C4.45 14 4 13.55 4 13V3ZM11.79 5H9.5C9.22 5 9 4.78 9 4.5V2.21L11.79 5Z",
  folder:
    "M2 4.5V6H5.59C5.72 6 5.85 5.95 5.94 5.85L7.29 4.5L5.94 3.15C5.85 3.05 5.72 3 5.59 3H3.5C2.67 3 2 3.67 2 4.5ZM1 4.5C1 3.12 2.12 2 3.5 2H5.59C5.98 2 6.37 2.16 6.65 2.44L8.21 4H12.5C13.88 4 15 5.12 15 6.5V11.5C15 12.88 13.88 14 12.5 14H3.5C2.12 14 1 12.88 1 11.5V4.5ZM2 7V11.5C2 12.33 2.67 13 3.5 13H12.5C13.33 13 14 12.33 14 11.5V6.5C14 5.67 13.33 5 12.5 5H8.21L6.65 6.56C6.37 6.84 5.98 7 5.59 7H2Z",
  class:
    "M13.21 10.5C13.02 10.31 12.77 10.21 12.5 10.21C12.23 10.21 11.98 10.31 11.79 10.5L11.29 11H9V7H10.36C10.25 7.19 10.2 7.41 10.22 7.63C10.25 7.85 10.35 8.05 10.5 8.21L11.29 9C11.48 9.19 11.73 9.29 12 9.29C12.27 9.29 12.52 9.19 12.71 9L14 7.71C14.19 7.52 14.29 7.27 14.29 7C14.29 6.73 14.19 6.48 14 6.29L13.21 5.5C13.02 5.31 12.77 5.21 12.5 5.21C12.23 5.21 11.98 5.31 11.79 5.5L11.29 6H6.71L7.5 5.21C7.69 5.02 7.79 4.77 7.79 4.5C7.79 4.23 7.69 3.98 7.5 3.79L6.21 2.5C6.02 2.31 5.77 2.21 5.5 2.21C5.23 2.21 4.98 2.31 4.79 2.5L1.5 5.79C1.31 5.98 1.21 6.23 1.21 6.5C1.21 6.77 1.31 7.02 1.5 7.21L2.79 8.5C2.98 8.69 3.23 8.79 3.5 8.79C3.77 8.79 4.02 8.69 4.21 8.5L5.71 7H8V11.5C8 11.63 8.05 11.76 8.15 11.85C8.24 11.95 8.37 12 8.5 12H10.36C10.25 12.19 10.2 12.41 10.22 12.63C10.25 12.85 10.35 13.05 10.5 13.21L11.29 14C11.48 14.19 11.73 14.29 12 14.29C12.27 14.29 12.52 14.19 12.71 14L14 12.71C14.19 12.52 14.29 12.27 14.29 12C14.29 11.73 14.19 11.48 14 11.29L13.21 10.5ZM3.5 7.79L2.21 6.5L5.5 3.21L6.79 4.5L3.5 7.79ZM13.29 7L12 8.29L11.21 7.5L12.5 6.21L13.29 7ZM12 13.29L11.21 12.5L12.5 11.21L13.29 12L12 13.29Z",
  method:
    "M4.7 5.04C4.44 4.93 4.15 5.05 4.04 5.3C3.93 5.56 4.05 5.85 4.3 5.96L7.5 7.33V10.5C7.5 10.78 7.72 11 8 11C8.28 11 8.5 10.78 8.5 10.5V7.33L11.7 5.96C11.95 5.85 12.07 5.56 11.96 5.3C11.85 5.05 11.56 4.93 11.3 5.04L8 6.46L4.7 5.04ZM9.08 1.38C8.38 1.11 7.62 1.11 6.92 1.38L1.96 3.29C1.38 3.51 1 4.07 1 4.69V11.31C1 11.93 1.38 12.49 1.96 12.71L6.92 14.62C7.62 14.89 8.38 14.89 9.08 14.62L14.04 12.71C14.62 12.49 15 11.93 15 11.31V4.69C15 4.07 14.62 3.51 14.04 3.29L9.08 1.38ZM7.28 2.31C7.74 2.13 8.26 2.13 8.72 2.31L13.68 4.22C13.87 4.29 14 4.48 14 4.69V11.31C14 11.52 13.87 11.71 13.68 11.78L8.72 13.69C8.26 13.87 7.74 13.87 7.28 13.69L2.32 11.78C2.13 11.71 2 11.52 2 11.31V4.69C2 4.48 2.13 4.29 2.32 4.22L7.28 2.31Z",
  variable:
    "M11.28 5.79L8.8 5.07C8.59 5.01 8.37 5.01 8.17 5.09L4.65 6.41C4.26 6.56 4 6.93 4 7.35V9.14C4 9.57 4.27 9.95 4.68 10.09L7.17 10.91C7.27 10.95 7.38 10.97 7.48 10.97C7.61 10.97 7.74 10.94 7.86 10.89L11.38 9.46C11.76 9.31 12 8.95 12 8.54V6.75C12 6.31 11.7 5.91 11.28 5.79ZM11 8.54L7.48 9.97L5 9.14V7.35L8.52 6.03L11 6.75V8.54V8.54ZM7.48 7.47L8.81 6.91C9.06 6.81 9.36 6.93 9.46 7.18C9.57 7.44 9.45 7.73 9.19 7.84L8 8.33V8.63C8 8.9 7.78 9.13 7.5 9.13C7.22 9.13 7 8.9 7 8.63V8.36L6.59 8.22C6.33 8.14 6.19 7.85 6.28 7.59C6.36 7.33 6.65 7.19 6.91 7.28L7.48 7.47ZM12.5 14H11.5C11.22 14 11 13.78 11 13.5C11 13.22 11.22 13 11.5 13H12.5C12.78 13 13 12.78 13 12.5V3.5C13 3.23 12.78 3 12.5 3H11.5C11.22 3 11 2.78 11 2.5C11 2.22 11.22 2 11.5 2H12.5C13.33 2 14 2.67 14 3.5V12.5C14 13.33 13.33 14 12.5 14ZM5 13.5C5 13.22 4.78 13 4.5 13H3.5C3.22 13 3 12.78 3 12.5V3.5C3 3.23 3.22 3 3.5 3H4.5C4.78 3 5 2.78 5 2.5C5 2.22 4.78 2 4.5 2H3.5C2.67 2 2 2.67 2 3.5V12.5C2 13.33 2.67 14 3.5 14H4.5C4.78 14 5 13.78 5 13.5Z",
  warning:
    "M14.83 11.96L9.21 1.71C8.96 1.27 8.5 1 8 1C7.5 1 7.04 1.27 6.79 1.71L1.17 11.96C1.06 12.17 1 12.39 1 12.62C1 13.38 1.62 14 2.38 14H13.62C14.38 14 15 13.38 15 12.62C15 12.39 14.94 12.17 14.83 11.96ZM13.62 13H2.38C2.17 13 2 12.83 2 12.62C2 12.56 2.02 12.5 2.05 12.45L7.67 2.19C7.74 2.08 7.86 2 8 2C8.14 2 8.26 2.08 8.33 2.19L13.95 12.45C13.98 12.5 14 12.56 14 12.62C14 12.83 13.83 13 13.62 13ZM8.75 11.25C8.75 11.66 8.41 12 8 12C7.59 12 7.25 11.66 7.25 11.25C7.25 10.84 7.59 10.5 8 10.5C8.41 10.5 8.75 10.84 8.75 11.25ZM7.5 9V5.5C7.5 5.22 7.72 5 8 5C8.28 5 8.5 5.22 8.5 5.5V9C8.5 9.28 8.28 9.5 8 9.5C7.72 9.5 7.5 9.28 7.5 9Z",
  info: "M8.5 7.5C8.5 7.22 8.28 7 8 7C7.72 7 7.5 7.22 7.5 7.5V10.5C7.5 10.78 7.72 11 8 11C8.28 11 8.5 10.78 8.5 10.5V7.5ZM8.75 5.5C8.75 5.91 8.41 6.25 8 6.25C7.59 6.25 7.25 5.91 7.25 5.5C7.25 5.09 7.59 4.75 8 4.75C8.41 4.75 8.75 5.09 8.75 5.5ZM8 1C4.13 1 1 4.13 1 8C1 11.87 4.13 15 8 15C11.87 15 15 11.87 15 8C15 4.13 11.87 1 8 1ZM2 8C2 4.69 4.69 2 8 2C11.31 2 14 4.69 14 8C14 11.31 11.31 14 8 14C4.69 14 2 11.31 2 8Z",
  changes:
    "M5.5 2H2.5C1.67 2 1 2.67 1 3.5V12.5C1 13.33 1.67 14 2.5 14H5.5C6.33 14 7 13.33 7 12.5V3.5C7 2.67 6.33 2 5.5 2ZM2.5 3H5.5C5.78 3 6 3.22 6 3.5V5H2V3.5C2 3.22 2.23 3 2.5 3ZM5.5 13H2.5C2.23 13 2 12.78 2 12.5V6H6V12.5C6 12.78 5.78 13 5.5 13ZM13.5 2H10.5C9.67 2 9 2.67 9 3.5V12.5C9 13.33 9.67 14 10.5 14H13.5C14.33 14 15 13.33 15 12.5V3.5C15 2.67 14.33 2 13.5 2ZM10.5 3H13.5C13.78 3 14 3.22 14 3.5V8H10V3.5C10 3.22 10.22 3 10.5 3ZM13.5 13H10.5C10.22 13 10 12.78 10 12.5V10H14V12.5C14 12.78 13.78 13 13.5 13Z",
  commit:
    "M11.5 8C11.5 6.24 10.19 4.78 8.5 4.54V1.5C8.5 1.22 8.28 1 8 1C7.72 1 7.5 1.22 7.5 1.5V4.54C5.81 4.78 4.5 6.24 4.5 8C4.5 9.76 5.81 11.22 7.5 11.46V14.5C7.5 14.78 7.72 15 8 15C8.28 15 8.5 14.78 8.5 14.5V11.46C10.19 11.22 11.5 9.76 11.5 8ZM8 10.5C6.62 10.5 5.5 9.38 5.5 8C5.5 6.62 6.62 5.5 8 5.5C9.38 5.5 10.5 6.62 10.5 8C10.5 9.38 9.38 10.5 8 10.5Z",
  terminal:
    "M12.5 1H3.5C2.12 1 1 2.12 1 3.5V12.5C1 13.88 2.12 15 3.5 15H12.5C13.88 15 15 13.88 15 12.5V3.5C15 2.12 13.88 1 12.5 1ZM14 12.5C14 13.33 13.33 14 12.5 14H3.5C2.67 14 2 13.33 2 12.5V3.5C2 2.67 2.67 2 3.5 2H12.5C13.33 2 14 2.67 14 3.5V12.5ZM6.85 8.85L3.85 11.85C3.76 11.95 3.63 12 3.5 12C3.37 12 3.24 11.95 3.15 11.85C2.95 11.66 2.95 11.34 3.15 11.15L5.79 8.5L3.15 5.86C2.95 5.66 2.95 5.34 3.15 5.15C3.34 4.95 3.66 4.95 3.85 5.15L6.85 8.15C7.05 8.34 7.05 8.66 6.85 8.86L6.85 8.85ZM13 11.5C13 11.78 12.78 12 12.5 12H7.5C7.22 12 7 11.78 7 11.5C7 11.22 7.22 11 7.5 11H12.5C12.78 11 13 11.22 13 11.5Z",
  prompt:
    "M3.78 13.92C3.45 14.14 3 13.9 3 13.5V4.01C3 2.91 3.9 2.01 5 2.01L11 2C12.1 2 13 2.89 13 4V13.5C13 13.9 12.56 14.14 12.22 13.92L8 11.1L3.78 13.92ZM12 4L11.99 3.88C11.94 3.39 11.51 3 11 3L5 3.01C4.45 3.01 4 3.46 4 4.01V12.57L7.72 10.08C7.89 9.97 8.11 9.97 8.28 10.08L12 12.57V4Z",
};

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
  document.execCommand("delete");
  box.setSelectionRange(start, end);
}
