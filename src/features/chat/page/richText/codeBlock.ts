import type { NamedFile } from "../../../../kit/namedFile";
import { addCodeTools, placeOf } from "./codeTools";
import { whenNear } from "./near";
import type { RichTextContext } from "./context";
import { soon } from "./soon";

const linesPerPiece = 200;

/** A code block with its label and buttons; it is highlighted when it comes near the screen. */
export function codeBlock(
  text: string,
  info: string,
  { blockIndex, file }: { blockIndex: number; file: NamedFile | undefined },
  context: RichTextContext,
): HTMLElement {
  const actions = context.codeActions(blockIndex);
  addCodeTools(actions, { blockIndex, file }, context);
  const language = context.visible(/^\S*/.exec(info.trim())?.[0] ?? "", 24);
  const label = document.createElement("span");
  label.className = "code-language";
  label.append(file ? placeOf(file, context) : language || context.t("text"));
  if (file) label.title = label.textContent;
  const head = document.createElement("div");
  head.className = "code-head";
  head.append(label, actions);

  const code = document.createElement("code");
  const pre = document.createElement("pre");
  pre.tabIndex = 0;
  pre.setAttribute("role", "group");
  pre.setAttribute("aria-label", context.t("Code, {0}", language || context.t("text")));
  pre.append(code);
  const block = document.createElement("div");
  block.className = "code-block";
  block.append(head, pre);

  const shown = text.replace(/\n$/, "");
  fill(code, shown, context);
  if (language) highlightWhenNear(code, shown, language, context);
  return block;
}

function fill(code: HTMLElement, text: string, { visibleText }: RichTextContext): void {
  const lines = text.split("\n");
  if (lines.length <= linesPerPiece * 2) {
    code.append(visibleText(text));
    return;
  }
  for (let from = 0; from < lines.length; from += linesPerPiece) {
    const piece = document.createElement("span");
    piece.className = "code-piece";
    piece.append(visibleText(`${lines.slice(from, from + linesPerPiece).join("\n")}\n`));
    code.append(piece);
  }
}

function highlightWhenNear(
  code: HTMLElement,
  text: string,
  language: string,
  { visibleText }: RichTextContext,
): void {
  whenNear(code, () => {
    color(code, text, { language, visibleText }).catch(() => {
      // The code is readable without highlighting, too.
    });
  });
}

async function color(
  code: HTMLElement,
  text: string,
  { language, visibleText }: Pick<RichTextContext, "visibleText"> & { language: string },
): Promise<void> {
  const { highlighted, piecesOf } = await import("./highlight");
  const pieces = piecesOf(text);
  const colored = document.createDocumentFragment();
  for (const piece of pieces) {
    const part = highlighted(piece, language, visibleText);
    if (!part) return;
    colored.append(part);
    await new Promise<void>(soon);
  }
  if (pieces.length > 0) code.replaceChildren(colored);
}
