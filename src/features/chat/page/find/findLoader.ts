import type { FindBar } from "./findBar";
import type { LaterContext } from "../laterContext";

/** Keyboard shortcuts of the find bar, and its code, which is loaded on first use. */
export class FindLoader {
  readonly #context: LaterContext;
  #bar: FindBar | undefined;

  constructor(context: LaterContext) {
    this.#context = context;
  }

  /** True if the key was used. */
  onKey(event: KeyboardEvent): boolean {
    if (isFind(event)) this.open();
    else if (event.key === "F3" && this.#bar?.isOpen) this.#bar.go(event.shiftKey ? -1 : 1);
    else return false;
    return true;
  }

  open(): void {
    this.#withBar((bar) => bar.open());
  }

  /** True if it was open. */
  close(): boolean {
    if (!this.#bar?.isOpen) return false;
    this.#bar.close();
    return true;
  }

  /** Opens it with the previous text, without moving the focus or the page. */
  restore(): void {
    const text = this.#context.memory.find;
    if (text === undefined || this.#bar?.isOpen) return;
    this.#withBar((bar) => bar.restore(text));
  }

  /** The conversation has changed. */
  changed(): void {
    this.#bar?.changed();
  }

  #withBar(use: (bar: FindBar) => void): void {
    this.#load().then(use).catch(this.#context.notices.failed);
  }

  async #load(): Promise<FindBar> {
    if (this.#bar) return this.#bar;
    const { toolkit, transcript, memory, loadRichText } = this.#context;
    const [{ FindBar }, { answerWords }] = await Promise.all([import("./findBar"), loadRichText()]);
    this.#bar ??= new FindBar({
      toolkit,
      frame: transcript.element,
      scroller: transcript.scroller,
      turns: () => transcript.turns,
      whole: (turnId) => transcript.whole(turnId),
      stay: () => transcript.stay(),
      words: answerWords,
      keep: (text) => {
        memory.find = text;
      },
    });
    return this.#bar;
  }
}

/** On macOS, Ctrl+F moves forward by a character in every text box. */
function isFind({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  const isMac = navigator.userAgent.includes("Macintosh");
  const [held, other] = isMac ? [metaKey, ctrlKey] : [ctrlKey || metaKey, false];
  return held && !other && !shiftKey && !altKey && key.toLowerCase() === "f";
}
