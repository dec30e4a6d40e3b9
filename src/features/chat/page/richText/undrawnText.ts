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
