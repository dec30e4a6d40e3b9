import type { Env, Token } from "markdown-it";
import { BlockReader, type AnswerBlock } from "../../../../kit/answerBlocks";
import { slicesOf, tokensOf } from "../../../../kit/markdown";
import { canApply } from "../../../../kit/namedFile";
import { blockRuns, parseInline } from "./blocks";
import { codeBlock } from "./codeBlock";
import type { RichTextContext } from "../contexts";
import { EarlierText } from "./earlierText";
import { domOf } from "./markdownDom";
import { showReviewCard } from "./reviewCard";
import { showSources } from "./sourceList";
import { undrawnText } from "./undrawnText";
import { nextTask, whenVisible } from "./whenVisible";

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
  const env: Env = { isGrowing: !context.answer };
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
  showSources(answer, toolkit);
  const hasChanges = canApply(output, blocks);
  const isByBlock = blocks.filter(({ file }) => !file?.lines).length === 1;
  if (answer.reviewed || hasChanges) showReviewCard(answer, toolkit, hasChanges && !isByBlock);
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
