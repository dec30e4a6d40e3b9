import type { TurnView } from "../../../page/protocol/views";
import type { ComparisonContext } from "./comparisonContext";

/** Long answers are read in pieces of this many milliseconds. */
const readingMs = 8;

/** Finds the code blocks that all answers contain, and notes it beside their names. */
export class SameCode {
  readonly #context: Pick<ComparisonContext, "toolkit" | "turnParts">;
  readonly #place: ParentNode;
  /** Of each answer: its blocks in document order. */
  readonly #blocks = new Map<string, { output: string; codes: readonly string[] }>();
  /** Those that stand in every answer, if there are several. */
  #same: ReadonlySet<string> = new Set();
  #round = 0;

  constructor(context: Pick<ComparisonContext, "toolkit" | "turnParts">, place: ParentNode) {
    this.#context = context;
    this.#place = place;
  }

  /** The note of a block, which is shown while the block is the same everywhere. */
  noteOf(turnId: string, blockIndex: number): HTMLElement {
    const { el, t } = this.#context.toolkit;
    const words = t("same in all answers");
    const note = el("span", { class: "detail same-code", title: words }, words);
    note.dataset["turn"] = turnId;
    note.dataset["block"] = String(blockIndex);
    note.hidden = !this.#isSame(turnId, blockIndex);
    return note;
  }

  /** Compares these answers, one of each column; nothing is marked while one is still in progress. */
  async show(turns: readonly TurnView[]): Promise<void> {
    const round = ++this.#round;
    const done = turns.flatMap(({ id, result }) =>
      result.state === "done" ? [{ id, output: result.answer.output }] : [],
    );
    const isComplete = done.length > 1 && !turns.some(({ result }) => result.state === "waiting");
    const lists: (readonly string[])[] = [];
    for (const { id, output } of isComplete ? done : []) {
      const codes = await this.#codesOf(id, output);
      if (round !== this.#round) return;
      lists.push(codes);
    }
    const [first = [], ...others] = lists.map((codes) => new Set(codes));
    this.#same = new Set([...first].filter((code) => others.every((set) => set.has(code))));
    for (const note of this.#place.querySelectorAll<HTMLElement>(".same-code")) {
      const { turn = "", block } = note.dataset;
      note.hidden = !this.#isSame(turn, Number(block));
    }
  }

  #isSame(turnId: string, blockIndex: number): boolean {
    const code = this.#blocks.get(turnId)?.codes[blockIndex];
    return code !== undefined && this.#same.has(code);
  }

  async #codesOf(turnId: string, output: string): Promise<readonly string[]> {
    const known = this.#blocks.get(turnId);
    if (known?.output === output) return known.codes;
    const { codesIn } = await this.#context.turnParts.loadRichText();
    const codes: string[] = [];
    let since = performance.now();
    for (const code of codesIn(output)) {
      codes.push(...code);
      if (performance.now() - since < readingMs) continue;
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
      since = performance.now();
    }
    this.#blocks.set(turnId, { output, codes });
    return codes;
  }
}
