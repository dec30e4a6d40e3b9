import type { icon } from "../icons";
import type { visible, visibleText } from "../visible";
import { slicesOf, type Slice } from "./blocks";
import { codeBlock } from "./codeBlock";
import { domOf } from "./markdownDom";
import { plainText } from "./plainText";

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
const taskMs = 16;

/** Draws an answer as Markdown: what fits into a frame at once, the rest between frames. */
export function renderRichText(
  target: HTMLElement,
  output: string,
  around: RichSurroundings,
): void {
  const slices = slicesOf(output);
  let blocks = 0;
  const draw = (slice: Slice) => {
    if ("plain" in slice) return plainText(slice.plain, around);
    const piece = document.createElement("div");
    piece.className = "piece";
    piece.append(
      domOf(slice.tokens, {
        around,
        codeBlock: (text, info) => codeBlock(text, info, around.codeActions(blocks++), around),
      }),
    );
    return piece;
  };
  let first = true;
  const work = () => {
    if (!first && !target.isConnected) return;
    const started = performance.now();
    do {
      const { value, done } = slices.next();
      if (done) return;
      if (first) target.replaceChildren();
      first = false;
      target.append(draw(value));
    } while (performance.now() - started < taskMs);
    setTimeout(work);
  };
  work();
}
