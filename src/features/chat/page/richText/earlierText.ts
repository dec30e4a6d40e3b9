import type { Token } from "markdown-it";
import type { Toolkit } from "../../../../page/ui/toolkit";

/** Characters of the folded text on its line. */
const maxBeginning = 200;

/**
 * Folds what a model wrote before it last called a tool. The text stays where it is, since others
 * count the pieces of an answer; a line above the answer shows and hides it.
 */
export class EarlierText {
  readonly #target: HTMLElement;
  readonly #toolkit: Toolkit;
  readonly #output: string;
  readonly #length: number;
  readonly #pieces: HTMLElement[] = [];
  #seen = 0;

  /** `length`: characters at the beginning of the output. */
  constructor(target: HTMLElement, output: string, length = 0, toolkit: Toolkit) {
    this.#target = target;
    this.#toolkit = toolkit;
    this.#output = output;
    // Other line ends would be counted differently.
    this.#length = output.includes("\r") ? 0 : length;
  }

  /** Takes each piece in order, and tells how many of its tokens are to be folded. */
  take(piece: HTMLElement, tokens: readonly Token[], text: string): number {
    const left = this.#length - this.#seen;
    this.#seen += text.length;
    if (left >= text.length) this.#pieces.push(piece);
    if (left < 0 || left >= text.length || this.#length === 0) return 0;
    const line = text.slice(0, left).split("\n").length - 1;
    const rest = tokens.findIndex(({ level, map }) => level === 0 && map && map[1] > line);
    const isWhole = (tokens[rest]?.map?.[0] ?? -1) >= line;
    // Such as a list that goes on.
    if (!isWhole || rest + this.#pieces.length === 0) return 0;
    for (const earlier of this.#pieces) earlier.classList.add("earlier");
    this.#fold();
    return rest;
  }

  #fold(): void {
    const { disclosure, el, t, visible } = this.#toolkit;
    const [beginning = ""] = this.#output.trimStart().split("\n", 1);
    const words = t("Earlier: {0}", visible(beginning, maxBeginning));
    const line = el("span", { class: "detail steps-line", dir: "auto" }, words);
    const fold = disclosure("rounds", [line], () => {});
    fold.addEventListener("toggle", () => {
      this.#target.classList.toggle("shows-earlier", fold.open);
    });
    // A short answer is drawn before it is put into its turn.
    queueMicrotask(() => this.#target.before(fold));
  }
}
