import type { LaterContext } from "../laterContext";

/** The text of answers within the selection, as the user sees it selected; buttons and labels excluded. */
function selectedText(selection: Selection, log: HTMLElement): string {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  if (selection.isCollapsed) return "";
  const texts = selectedAnswers(selection, log).map((range) => seenText(selection, range));
  selection.setBaseAndExtent(anchorNode!, anchorOffset, focusNode!, focusOffset);
  return joined(texts);
}

/** The text of a part of an answer, as if it were selected. */
function wholeText(selection: Selection, parts: Iterable<Element>): string {
  const texts = [...parts].map((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return seenText(selection, range);
  });
  selection.removeAllRanges();
  return joined(texts);
}

/** What of the selection lies in answers. */
function selectedAnswers(selection: Selection, log: HTMLElement): Range[] {
  if (selection.isCollapsed || selection.rangeCount === 0) return [];
  const range = selection.getRangeAt(0);
  return [...log.querySelectorAll(".answer")].flatMap((answer) => {
    if (!range.intersectsNode(answer)) return [];
    const clipped = range.cloneRange();
    if (!answer.contains(range.startContainer)) clipped.setStart(answer, 0);
    if (!answer.contains(range.endContainer)) clipped.setEnd(answer, answer.childNodes.length);
    return clipped.collapsed || clipped.toString().trim() === "" ? [] : [clipped];
  });
}

/** Only a selection knows which line breaks are seen. */
function seenText(selection: Selection, range: Range): string {
  selection.removeAllRanges();
  selection.addRange(range);
  return selection.toString();
}

const joined = (texts: string[]): string =>
  texts
    .map((text) => text.replace(/^(?:\r?\n)+|(?:\r?\n)+$/g, ""))
    .filter((text) => text.trim() !== "")
    .join("\n\n");

const outline =
  "M3.5 4c-.83 0-1.5.67-1.5 1.5v2c0 .83.67 1.5 1.5 1.5h1.95c-.2 1.1-.9 1.9-2.1 2.5-.25.13-.35.43-.22.68.12.24.42.34.67.22 1.9-.95 2.7-2.4 2.7-4.4v-2.5c0-.83-.67-1.5-1.5-1.5h-1.5zM10.5 4c-.83 0-1.5.67-1.5 1.5v2c0 .83.67 1.5 1.5 1.5h1.95c-.2 1.1-.9 1.9-2.1 2.5-.25.13-.35.43-.22.68.12.24.42.34.67.22 1.9-.95 2.7-2.4 2.7-4.4v-2.5c0-.83-.67-1.5-1.5-1.5h-1.5z";
const gap = 4;

/** Puts selected text of answers into the question, as a Markdown quote. */
export class Quote {
  readonly #context: LaterContext;
  readonly #button: HTMLButtonElement;
  #isDragging = false;

  constructor(context: LaterContext) {
    this.#context = context;
    const { toolkit, transcript } = context;
    this.#button = toolkit.button(
      {
        icon: toolkit.iconOf(outline),
        text: toolkit.t("Quote"),
        title: toolkit.t("Quote the selected text in your question"),
        class: "quote-button",
      },
      () => this.run(),
    );
    // Pressing it must not take the selection away.
    this.#button.addEventListener("pointerdown", (event) => event.preventDefault());
    this.#button.hidden = true;
    transcript.element.append(this.#button);
    const drag = (isDragging: boolean) => {
      this.#isDragging = isDragging;
      this.#offer();
    };
    // Other buttons open the context menu, which may depend on the selection.
    const press = ({ button }: PointerEvent) => drag(button === 0);
    transcript.scroller.addEventListener("pointerdown", press, { passive: true });
    window.addEventListener("pointerup", () => drag(false), { passive: true });
    window.addEventListener("pointercancel", () => drag(false), { passive: true });
    document.addEventListener("selectionchange", () => this.#offer());
    transcript.scroller.addEventListener("scroll", () => this.#offer(), { passive: true });
    this.#offer();
  }

  /** Quotes what is selected, else the code block or the answer that has the focus. */
  run(): void {
    const { composer, notices, toolkit } = this.#context;
    const text = this.#text();
    if (text === "") {
      notices.fail(
        new Error(toolkit.t("Select text of an answer, or go to an answer or a code block.")),
      );
      return;
    }
    notices.clear();
    getSelection()?.removeAllRanges();
    this.#offer();
    addBelow(composer.box, asQuote(text));
  }

  /** True if the button was there. */
  close(): boolean {
    if (this.#button.hidden) return false;
    getSelection()?.removeAllRanges();
    this.#offer();
    return true;
  }

  #text(): string {
    const selection = getSelection();
    if (!selection) return "";
    const selected = selectedText(selection, this.#context.transcript.scroller);
    if (selected !== "") return selected;
    const focused = document.activeElement;
    const block = focused?.closest(".answer .code-block")?.querySelector("pre");
    const answers = focused?.closest(".turn")?.querySelectorAll(".answer") ?? [];
    return wholeText(selection, block ? [block] : answers);
  }

  #offer(): void {
    const { transcript } = this.#context;
    const selection = this.#isDragging ? null : getSelection();
    const ranges = selection ? selectedAnswers(selection, transcript.scroller) : [];
    const place = placeFor(ranges, transcript.element, transcript.scroller);
    this.#button.hidden = place === undefined;
    // Menus of the editor refer to it.
    transcript.scroller.dataset["vscodeContext"] = JSON.stringify({
      webviewSection: ranges.length > 0 ? "selectedAnswer" : "transcript",
    });
    if (!place) return;
    const { offsetWidth, offsetHeight } = this.#button;
    const frame = transcript.element.getBoundingClientRect();
    const left = Math.min(place.right - offsetWidth, frame.width - offsetWidth - gap);
    const below = place.bottom + gap + offsetHeight <= frame.height;
    const top = below ? place.bottom + gap : place.top - offsetHeight - gap;
    this.#button.style.left = `${Math.max(gap, left)}px`;
    this.#button.style.top = `${Math.max(gap, top)}px`;
  }
}

/** The last selected line, relative to the frame; `undefined` if it is scrolled out of sight. */
function placeFor(ranges: Range[], frame: HTMLElement, scroller: HTMLElement) {
  const rect = [...(ranges.at(-1)?.getClientRects() ?? [])].at(-1);
  if (!rect) return undefined;
  const seen = scroller.getBoundingClientRect();
  if (rect.bottom < seen.top || rect.top > seen.bottom) return undefined;
  const { left, top } = frame.getBoundingClientRect();
  return { right: rect.right - left, top: rect.top - top, bottom: rect.bottom - top };
}

/** Adds a paragraph below what is typed, with the cursor below it; the box can undo it. */
function addBelow(box: HTMLTextAreaElement, paragraph: string): void {
  const { value } = box;
  const gap = value === "" ? "" : "\n\n".slice(/\n*$/.exec(value)?.[0].length);
  box.focus();
  box.setSelectionRange(value.length, value.length);
  // oxlint-disable-next-line typescript/no-deprecated
  document.execCommand("insertText", false, `${gap}${paragraph}\n\n`);
  box.scrollTop = box.scrollHeight;
}

/** A Markdown quote of exactly this text. */
const asQuote = (text: string): string => text.replace(/^/gm, "> ");
