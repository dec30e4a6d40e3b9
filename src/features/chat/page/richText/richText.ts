import type { Env, Token } from "markdown-it";
import { BlockReader, type AnswerBlock } from "../../../../kit/answerBlocks";
import { slicesOf, tokensOf } from "../../../../kit/markdown";
import { canApply } from "../../../../kit/namedFile";
import { blockRuns, parseInline } from "./blocks";
import { codeBlock, colorBlocks } from "./codeBlock";
import { makeSame } from "./sameNodes";
import type { RichTextContext } from "../contexts";
import { domOf } from "./markdownDom";
import { showReviewCard } from "./reviewCard";
import { showSources } from "./sourceList";
import { undrawnText } from "./words";
import { nextTask, whenVisible } from "./whenVisible";
import type { Toolkit } from "../../../../page/ui/toolkit";

/** Characters of the folded text on its line. */
const maxBeginning = 200;

/**
 * Folds what a model wrote before it last called a tool. The text stays where it is, since others
 * count the pieces of an answer; a line above the answer shows and hides it.
 */
class EarlierText {
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

export { keepSelection } from "./sameNodes";
export { codesIn } from "../../../../kit/answerBlocks";
export { answerLinks } from "./fileLinks";
export { answerWords } from "./words";

/** A task draws until this time is used up, then yields to the screen; the first one is short. */
const firstTaskMs = 8;
const taskMs = 16;
/** Characters that are drawn immediately; the rest of a long answer stays plain text until it comes near. */
const drawnAtOnce = 30_000;

/** Draws an answer as Markdown: what fits into a frame immediately, the rest between frames. */
export function renderRichText(
  target: HTMLElement,
  output: string,
  context: RichTextContext,
): void {
  target.replaceChildren();
  const steps = drawing(target, output, context);
  const work = (ms: number): void => {
    const started = performance.now();
    do {
      if (steps.next().done) return;
    } while (performance.now() - started < ms);
    nextTask(() => {
      if (target.isConnected) work(taskMs);
    });
  };
  work(firstTaskMs);
}

/** Draws in steps that are short compared with a task. */
function* drawing(
  target: HTMLElement,
  output: string,
  context: RichTextContext,
): Generator<undefined> {
  const { toolkit } = context;
  const { el, visibleText } = toolkit;
  const env: Env = {};
  const reader = new BlockReader();
  const { blocks } = reader;
  const earlier = new EarlierText(target, output, context.answer?.earlierLength, toolkit);
  let drawn = 0;
  /** Pieces are observed once all are in place: while the text grows, each one passes the screen. */
  const later: (() => void)[] = [];

  for (const slice of slicesOf(output, env)) {
    if ("plain" in slice) {
      target.append(...undrawnText(slice.plain, toolkit));
      yield;
      continue;
    }
    const { tokens, text } = slice;
    const firstBlock = blocks.length;
    reader.read(tokens);
    const piece = el("div", { class: "piece undrawn" });
    target.append(piece);
    const folded = earlier.take(piece, tokens, text);
    if (drawn < drawnAtOnce) {
      for (const part of richParts(tokens, { env, blocks, firstBlock, folded, context })) {
        piece.append(part);
        yield;
      }
      piece.classList.remove("undrawn");
    } else {
      piece.classList.add("plain");
      piece.append(visibleText(text, "prose"));
      later.push(() => {
        whenVisible(piece, () => {
          piece.classList.remove("plain", "undrawn");
          piece.replaceChildren(
            ...richParts(tokensOf(text, env), { env, blocks, firstBlock, folded, context }),
          );
        });
      });
      yield;
    }
    drawn += text.length;
  }
  for (const watch of later) {
    watch();
    yield;
  }
  const { answer } = context;
  if (!answer) return;
  // Its own actions stand beside it.
  target.classList.toggle("one-block", blocks.length === 1);
  showSources(answer, toolkit);
  const hasChanges = canApply(output, blocks);
  const isByBlock = blocks.filter(({ file }) => !file?.lines).length === 1;
  if (answer.reviewed || hasChanges) showReviewCard(answer, toolkit, hasChanges && !isByBlock);
}

/** What is drawn of an answer that grows. */
interface Grown {
  text: string;
  /** Where its last slice begins, which may still change, and how many pieces are above that. */
  from: number;
  above: number;
  readonly env: Env;
}

const growing = new WeakMap<HTMLElement, Grown>();

/** Draws more of an answer on its way: what is there already stays, with what is selected in it. */
export function growRichText(
  target: HTMLElement,
  output: string,
  context: Pick<RichTextContext, "toolkit">,
): void {
  const { el } = context.toolkit;
  // Positions are those of the text as it is parsed.
  const text = output.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
  const known = growing.get(target);
  const isMore = known !== undefined && text.startsWith(known.text.slice(0, known.from));
  const grown: Grown = isMore ? known : { text, from: 0, above: 0, env: { isGrowing: true } };
  growing.set(target, grown);
  const pieces: HTMLElement[] = [];
  let [from, next, above] = [grown.from, grown.from, 0];
  for (const slice of slicesOf(text, grown.env, grown.from)) {
    [from, above] = [next, pieces.length];
    const blocks = new BlockReader();
    if ("tokens" in slice) {
      const { tokens, text: source } = slice;
      blocks.read(tokens);
      const options = { env: grown.env, blocks: blocks.blocks, firstBlock: 0, folded: 0, context };
      pieces.push(el("div", { class: "piece" }, ...richParts(tokens, options)));
      next += source.length;
    } else pieces.push(...(undrawnText(slice.plain, context.toolkit) as HTMLElement[]));
  }
  for (const [at, piece] of pieces.entries()) {
    const old = target.children[grown.above + at];
    if (old) makeSame(old, piece);
    else target.append(piece);
  }
  while (target.children.length > grown.above + pieces.length) target.lastElementChild?.remove();
  grown.text = text;
  grown.from = from;
  grown.above += above;
  colorBlocks(target, context.toolkit);
}

interface PartOptions {
  env: Env;
  blocks: readonly AnswerBlock[];
  firstBlock: number;
  /** How many of the tokens belong to a folded part of the answer. */
  folded: number;
  context: RichTextContext;
}

/** A few blocks per piece, so that little beyond the visible area is laid out. */
function* richParts(
  tokens: Token[],
  { env, blocks, firstBlock, folded, context }: PartOptions,
): Generator<HTMLElement> {
  let blockIndex = firstBlock;
  const earlier = [...blockRuns(tokens.slice(0, folded))];
  const runs = [...earlier, ...blockRuns(tokens.slice(folded))];
  for (const [at, together] of runs.entries()) {
    const dom = domOf(parseInline(together, env), {
      context,
      codeBlock: (text, info) => {
        const block = { blockIndex, file: blocks[blockIndex++]?.file };
        return codeBlock(text, info, block, context);
      },
    });
    yield context.toolkit.el("div", { class: at < earlier.length ? "part earlier" : "part" }, dom);
  }
}
