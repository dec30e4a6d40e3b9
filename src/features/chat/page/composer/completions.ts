import type { CompletionsContext, HeldKeys } from "../contexts";
import type { CompletionList } from "./completionList";
import { triggeredWordAt, type TriggeredWord } from "./trigger";

/** The list of completions of the composer. Its code is loaded with the first one. */
export class Completions {
  readonly #context: CompletionsContext;
  #list: CompletionList | undefined;
  /** While the code is on its way: where the list is to open, and the keys meant for it. */
  #opening: { readonly word: TriggeredWord; held: HeldKeys | undefined } | undefined;

  constructor(context: CompletionsContext) {
    this.#context = context;
    const { box } = context;
    box.addEventListener("input", (event) => {
      if (!(event instanceof InputEvent) || event.isComposing) return;
      this.#update();
      const word = this.#word();
      // Not where it was pasted, or is left over from a longer text.
      if (word?.typed === "" && event.data === word.trigger) this.#open(word);
    });
    box.addEventListener("compositionend", () => this.#update());
    box.addEventListener("blur", () => this.#close());
  }

  /** The text or the cursor may be another by now. */
  #update(): void {
    this.#list?.update();
    if (this.#opening && this.#word()?.from !== this.#opening.word.from && !this.#opening.held)
      this.#opening = undefined;
  }

  /** True if the key was used. */
  onKey(event: KeyboardEvent): boolean {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (shiftKey || ctrlKey || metaKey || altKey || !isListKey(key)) return false;
    if (!this.#opening && !this.#list?.isOpen) {
      // The question is sent, or its panel is closed: what says that nothing fits goes as well.
      if (key === "Enter" || key === "Escape") this.#list?.close();
      return false;
    }
    if (key === "Enter" && this.#isNumber() && this.#list?.isMoved !== true) {
      this.#close();
      return false;
    }
    event.preventDefault();
    // Escape would close a panel or stop a question as well.
    event.stopPropagation();
    if (!this.#opening) this.#list?.press(key);
    else if (key === "Escape") this.#opening = undefined;
    else (this.#opening.held ??= { typed: this.#word()?.typed ?? "", keys: [] }).keys.push(key);
    return true;
  }

  #word(): TriggeredWord | undefined {
    const { selectionStart, selectionEnd, value } = this.#context.box;
    return selectionStart === selectionEnd ? triggeredWordAt(value, selectionEnd) : undefined;
  }

  /** Such as that of an issue: what it stands for is not attached without a choice. */
  #isNumber(): boolean {
    const word = this.#word();
    return word?.trigger === "#" && /^\d+$/.test(word.typed);
  }

  #open(word: TriggeredWord): void {
    if (this.#list) {
      this.#list.open(word);
      return;
    }
    this.#opening = { word, held: undefined };
    import("./completionList").then(({ CompletionList }) => {
      this.#list ??= new CompletionList(this.#context, () => this.#word());
      const opening = this.#opening;
      this.#opening = undefined;
      if (opening) this.#list.open(opening.word, opening.held);
    }, this.#context.notices.failed);
  }

  #close(): void {
    this.#opening = undefined;
    this.#list?.close();
  }
}

const isListKey = (key: string): boolean => /^(?:Enter|Tab|Escape|ArrowUp|ArrowDown)$/.test(key);
