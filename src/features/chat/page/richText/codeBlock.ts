import { languageOf } from "../../../../kit/namedFile";
import type { Toolkit } from "../../../../page/ui/toolkit";
import { codeTools, fileLabel, writtenPlace, type BlockOfAnswer } from "./codeTools";
import { answerLinks } from "./fileLinks";
import type { RichTextContext } from "../contexts";
import { selectionIn } from "./sameNodes";
import { nextTask, whenVisible } from "./whenVisible";

const linesPerPiece = 200;
/** What programs print, such as the results of a search or an error, names files. */
const printed = /^(?:|text|txt|plaintext|log|console|output)$/i;
const maxPrintedLength = 20_000;

/** A code block with its label and buttons; it is highlighted when it comes near the screen. */
export function codeBlock(
  text: string,
  info: string,
  block: BlockOfAnswer,
  context: RichTextContext,
): HTMLElement {
  const { toolkit } = context;
  const { el, scrollable, t, visible } = toolkit;
  const language = visible(languageOf(info), 24);
  const named = language || t("text");
  const place = block.file && fileLabel(block.file, toolkit);
  const name = el("span", {}, place ?? named);
  const { answer } = context;
  const links = answer && answerLinks(answer, toolkit);
  if (block.file) links?.linkFile(name, block.file, writtenPlace(block.file));
  const shown = text.replace(/\n$/, "");
  const isPrinted = printed.test(language) && shown.length <= maxPrintedLength;
  const pieces = (isPrinted && links?.nodesOf(shown)) || codePieces(shown, toolkit);
  const code = el("code", {}, ...pieces);
  const [, extension = ""] = /\.(\w+)$/.exec(block.file?.path ?? "") ?? [];
  const grammar = language || extension;
  if (answer) whenVisible(code, () => color(code, shown, grammar, toolkit));
  const element = el(
    "div",
    { class: "code-block" },
    el(
      "div",
      { class: "code-head" },
      el("span", { class: "code-language", title: place }, name),
      answer?.codeNote?.(answer.turnId, block.blockIndex),
      answer && codeTools(answer, block, toolkit),
    ),
    scrollable(t("Code, {0}", named), {}, code),
  );
  if (!answer) element.dataset["grammar"] = grammar;
  return element;
}

/** Gives the code of an answer on its way its colours, except that of a block that may go on. */
export function colorBlocks(answer: HTMLElement, toolkit: Toolkit): void {
  const blocks = [...answer.querySelectorAll<HTMLElement>("[data-grammar]:not([data-coloured])")];
  for (const block of blocks) {
    const code = block.querySelector("code");
    const goesOn = answer.lastElementChild?.lastElementChild?.lastElementChild === block;
    if (!code || goesOn) continue;
    block.dataset["coloured"] = "";
    whenVisible(code, () => color(code, code.textContent, block.dataset["grammar"] ?? "", toolkit));
  }
}

/** Much code in pieces, so that little beyond the visible area is laid out. */
function codePieces(text: string, { el, visibleText }: Toolkit): Node[] {
  const lines = text.split("\n");
  if (lines.length <= linesPerPiece * 2) return [visibleText(text)];
  const pieces: Node[] = [];
  for (let from = 0; from < lines.length; from += linesPerPiece) {
    const piece = `${lines.slice(from, from + linesPerPiece).join("\n")}\n`;
    pieces.push(el("span", { class: "code-piece" }, visibleText(piece)));
  }
  return pieces;
}

/** The code is readable without its colours, too. */
function color(code: HTMLElement, text: string, language: string, toolkit: Toolkit): void {
  if (language !== "") highlighted(code, text, language, toolkit).catch(() => undefined);
}

async function highlighted(
  code: HTMLElement,
  text: string,
  language: string,
  { visibleText }: Toolkit,
): Promise<void> {
  const { highlightCode, highlightPieces } = await import("./highlight");
  const pieces = highlightPieces(text);
  const colored = document.createDocumentFragment();
  for (const piece of pieces) {
    const part = highlightCode(piece, language, visibleText);
    if (!part) return;
    colored.append(part);
    await new Promise<void>(nextTask);
  }
  if (pieces.length === 0) return;
  const select = selectionIn(code);
  code.replaceChildren(colored);
  select?.(code);
}
