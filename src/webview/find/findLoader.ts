import type { FindBar } from "./findBar";
import { toolkit } from "../ui/toolkit";
import type { Memory } from "../host/memory";
import type { Notices } from "../ui/notices";
import type { Transcript } from "../transcript/transcript";
import { loadRichText } from "../transcript/turn/answerText";

/** Keyboard shortcuts of the find bar, and its code, which is loaded on first use. */
export class FindLoader {
  readonly #transcript: Transcript;
  readonly #notices: Notices;
  readonly #memory: Memory;
  #bar: FindBar | undefined;

  constructor(transcript: Transcript, notices: Notices, memory: Memory) {
    this.#transcript = transcript;
    this.#notices = notices;
    this.#memory = memory;
    document.addEventListener("keydown", (event) => {
      const { key, shiftKey } = event;
      if (isFind(event)) this.open();
      else if (key === "F3" && this.#bar?.isOpen) this.#bar.go(shiftKey ? -1 : 1);
      else return;
      event.preventDefault();
    });
  }

  open(): void {
    this.#load()
      .then((bar) => {
        bar.open();
      })
      .catch(this.#notices.failed);
  }

  /** Opens it with the previous text, without moving the focus or the page. */
  restore(): void {
    const text = this.#memory.find;
    if (text === undefined || this.#bar?.isOpen) return;
    this.#load()
      .then((bar) => {
        bar.restore(text);
      })
      .catch(this.#notices.failed);
  }

  /** The conversation has changed. */
  changed(): void {
    this.#bar?.changed();
  }

  async #load(): Promise<FindBar> {
    if (this.#bar) return this.#bar;
    const transcript = this.#transcript;
    const [{ FindBar }, { wordsOf }] = await Promise.all([import("./findBar"), loadRichText()]);
    this.#bar ??= new FindBar({
      toolkit,
      frame: transcript.element,
      scroller: transcript.scroller,
      turns: () => transcript.turns,
      whole: (turnId) => transcript.whole(turnId),
      stay: () => {
        transcript.stay();
      },
      words: wordsOf,
      keep: (text) => {
        this.#memory.find = text;
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
