import type { Env, Token } from "markdown-it";
import { slicesOf } from "../../../../kit/markdown";
import { parseInline } from "./blocks";
import { addressShown, hrefOf, imageShown, linkWords } from "./references";
import type { Toolkit } from "../../../../page/ui/toolkit";

const pieceLength = 8_000;

/** Plain text, in pieces that are laid out only when they come near the screen. */
export function undrawnText(text: string, { el, visibleText }: Toolkit): Node[] {
  return Array.from(plainPieces(text), (words) =>
    el("div", { class: "piece plain" }, visibleText(words, "prose")),
  );
}

export function* plainPieces(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const to = breakNear(text, from + pieceLength);
    yield text.slice(from, to);
    from = to;
  }
}

/** After a line break, else after a space, else wherever no character is split. */
function breakNear(text: string, position: number): number {
  if (position >= text.length) return text.length;
  const from = position - pieceLength / 2;
  for (const end of ["\n", " "]) {
    const found = text.lastIndexOf(end, position);
    if (found > from) return found + 1;
  }
  const code = text.charCodeAt(position);
  return code >= 0xdc00 && code <= 0xdfff ? position + 1 : position;
}

export type WordContext = Pick<Toolkit, "t" | "visible" | "withEscapes">;

/** Separates texts that are not continuous. */
export const apart = "\0";

/** The text of each piece of a drawn answer, in order, without drawing it. */
export function* answerWords(output: string, context: WordContext): Generator<string> {
  const env: Env = {};
  for (const slice of slicesOf(output, env)) {
    if ("plain" in slice)
      for (const piece of plainPieces(slice.plain)) yield context.withEscapes(piece, "prose");
    else yield blockWords(parseInline(slice.tokens, env), context);
  }
}

function blockWords(tokens: Token[], context: WordContext): string {
  const words: string[] = [];
  for (const [index, { type, content, children }] of tokens.entries()) {
    if (type === "fence" || type === "code_block") {
      words.push(context.withEscapes(content.replace(/\n$/, "")));
    } else if (type === "inline") {
      const startsItem = tokens[index - 2]?.type === "list_item_open";
      const text = children?.length
        ? inlineWords(children, context)
        : context.withEscapes(content, "prose");
      words.push(startsItem ? text.replace(/^\[[ xX]\]\s+(?=\S)/, "") : text);
    }
  }
  return words.join(apart);
}

function inlineWords(tokens: Token[], context: WordContext): string {
  let words = "";
  const addresses: string[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === "link_open")
      addresses.push(addressShown(hrefOf(token), context, linkWords(tokens[index + 1])));
    else if (token.type === "link_close") words += addresses.pop() ?? "";
    else if (token.type === "softbreak") words += "\n";
    else if (token.type === "hardbreak") words += apart;
    else if (token.type === "image") words += imageShown(token, context);
    else if (token.type === "code_inline") words += context.withEscapes(token.content);
    else words += context.withEscapes(token.content, "prose");
  }
  return words;
}
