import type { LaterContext } from "../laterContext";

/** Up in an empty box brings earlier questions back for editing; Down and Escape lead out again. */
export class EarlierQuestions {
  readonly #context: LaterContext;
  /** How many questions back; zero if nothing was brought back. */
  #back = 0;
  /** The text that was brought back. */
  #text = "";
  /** The newest turn at that time: questions are counted from there. */
  #newest: string | undefined;

  constructor(context: LaterContext) {
    this.#context = context;
  }

  /** True if the key was used. */
  onKey({ key, target, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
    const { box } = this.#context.composer;
    if (target !== box || altKey || ctrlKey || metaKey || shiftKey) return false;
    if (box.value !== this.#text || (this.#back > 0 && this.#newest !== this.#newestTurn)) {
      // What was brought back has been sent, or has become the user's own text.
      this.#forget();
      if (box.value !== "") return false;
    }
    const back = this.#stepOf(key, box);
    if (back === undefined) return false;
    void this.#go(back);
    return true;
  }

  #stepOf(key: string, { selectionStart, selectionEnd, value }: HTMLTextAreaElement) {
    if (key === "ArrowUp" && selectionEnd === 0) return this.#back + 1;
    if (this.#back === 0) return undefined;
    if (key === "ArrowDown" && selectionStart === value.length) return this.#back - 1;
    return key === "Escape" ? 0 : undefined;
  }

  async #go(back: number): Promise<void> {
    const { composer, host, notices } = this.#context;
    const before = composer.box.value;
    try {
      const text = await host.call("recallQuestion", { back });
      if (text === null || composer.box.value !== before) return;
      this.#back = back;
      this.#newest = this.#newestTurn;
      this.#text = text;
      composer.fill(text);
    } catch (reason) {
      notices.fail(reason);
    }
  }

  get #newestTurn(): string | undefined {
    return this.#context.transcript.turns.at(-1)?.id;
  }

  #forget(): void {
    this.#back = 0;
    this.#text = "";
  }
}
