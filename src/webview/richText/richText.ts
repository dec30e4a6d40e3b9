import type { icon } from "../icons";
import type { visible, visibleText } from "../visible";
import type { Env, Token } from "markdown-it";
import { parseInline, slicesOf, tokensOf } from "./blocks";
import { codeBlock } from "./codeBlock";
import { domOf } from "./markdownDom";
import { whenNear } from "./near";
import { plainText } from "./plainText";

export { wordsOf } from "./words";

/** What the text needs of the page; handed in, so that this chunk shares no code with it. */
export interface RichSurroundings {
  icon: typeof icon;
  visible: typeof visible;
  visibleText: typeof visibleText;
  /** The buttons of one code block, counted in document order. */
  codeActions(blockIndex: number): HTMLElement;
  /** Only ever called with https addresses. */
  openLink(url: string): void;
}

/** A task draws until this is used up, then the screen gets its turn. */
const taskMs = 8;
/** This much is drawn at once; the rest of a long answer stands as its words until it comes near. */
const drawnAtOnce = 30_000;

/** Draws an answer as Markdown: what fits into a frame at once, the rest between frames. */
export function renderRichText(
  target: HTMLElement,
  output: string,
  around: RichSurroundings,
): void {
  const env: Env = {};
  const slices = slicesOf(output, env);
  let codeBlocks = 0;
  let drawn = 0;
  /** Pieces are watched once all stand: while the text grows, each one passes the screen. */
  const later: (() => void)[] = [];

  const rich = (tokens: Token[], firstBlock: number) => {
    let blockIndex = firstBlock;
    return domOf(parseInline(tokens, env), {
      around,
      codeBlock: (text, info) => codeBlock(text, info, around.codeActions(blockIndex++), around),
    });
  };

  const draw = (): boolean => {
    const { value: slice, done } = slices.next();
    if (done) return false;
    if ("plain" in slice) {
      target.append(plainText(slice.plain, around));
      return true;
    }
    const { tokens, text } = slice;
    const firstBlock = codeBlocks;
    codeBlocks += tokens.filter(isCodeBlock).length;
    const piece = document.createElement("div");
    piece.className = "piece";
    target.append(piece);
    if (drawn < drawnAtOnce) {
      piece.append(rich(tokens, firstBlock));
    } else {
      piece.classList.add("plain", "undrawn");
      piece.append(around.visibleText(text, "prose"));
      later.push(() => {
        whenNear(piece, () => {
          piece.classList.remove("plain", "undrawn");
          piece.replaceChildren(rich(tokensOf(text, env), firstBlock));
        });
      });
    }
    drawn += text.length;
    return true;
  };

  target.replaceChildren();
  const work = (): void => {
    const started = performance.now();
    do {
      if (!draw()) {
        for (const watch of later) watch();
        return;
      }
    } while (performance.now() - started < taskMs);
    setTimeout(() => {
      if (target.isConnected) work();
    });
  };
  work();
}

function isCodeBlock({ type }: Token): boolean {
  return type === "fence" || type === "code_block";
}
