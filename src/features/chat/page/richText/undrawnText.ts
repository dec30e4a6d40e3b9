import type { RichTextContext } from "./context";

const pieceLength = 8_000;

/** Plain text, in pieces that are laid out only when they come near the screen. */
export function undrawnText(text: string, { visibleText }: RichTextContext): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const words of piecesOf(text)) {
    const piece = document.createElement("div");
    piece.className = "piece plain";
    piece.append(visibleText(words, "prose"));
    fragment.append(piece);
  }
  return fragment;
}

export function* piecesOf(text: string): Generator<string> {
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
