import type { FindBar } from "./find/findBar";
import { kit } from "./kit";
import type { Notices } from "./notices";
import type { Transcript } from "./transcript";
import { loadRichText } from "./turn/answerText";

/** The keys and the door of the find bar, whose code comes on first use. */
export class Finding {
  readonly #transcript: Transcript;
  readonly #notices: Notices;
  #bar: FindBar | undefined;

  constructor(transcript: Transcript, notices: Notices) {
    this.#transcript = transcript;
    this.#notices = notices;
    document.addEventListener("keydown", (event) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if ((ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === "f") this.open();
      else if (key === "F3" && this.#bar?.isOpen) this.#bar.go(shiftKey ? -1 : 1);
      else return;
      event.preventDefault();
    });
  }

  open(): void {
    if (this.#bar) this.#bar.open();
    else this.#load().catch(this.#notices.failed);
  }

  /** The conversation became another. */
  changed(): void {
    this.#bar?.changed();
  }

  async #load(): Promise<void> {
    const transcript = this.#transcript;
    const [{ FindBar }, { wordsOf }] = await Promise.all([
      import("./find/findBar"),
      loadRichText(),
    ]);
    this.#bar ??= new FindBar({
      kit,
      frame: transcript.element,
      scroller: transcript.scroller,
      turns: () => transcript.turns,
      whole: (turnId) => transcript.whole(turnId),
      stay: () => {
        transcript.stay();
      },
      words: wordsOf,
    });
    this.#bar.open();
  }
}
