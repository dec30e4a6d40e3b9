/** Characters that are invisible, reorder text or control it: shown as escapes in data. */
const hidden =
  /(?!\t|\n|\r\n)[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** In prose only what never belongs there: direction marks and joiners of real languages stay. */
const hiddenInProse = /(?!\t|\n|\r\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

const pictures = 0x2400;
const del = 0x7f;

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(pictures + code);
  if (code === del) return "\u2421";
  const hex = code.toString(16).toUpperCase().padStart(4, "0");
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex}`;
}

/** For places that accept only a string: labels, tooltips, names. */
export function visible(text: string, limit = 1000): string {
  const cut =
    text.length > limit ? `${text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
  return cut.replace(/\s+/g, " ").replace(hidden, escapeOf);
}

type Kind = "data" | "prose";

const patternOf = (kind: Kind) => (kind === "data" ? hidden : hiddenInProse);

/** Text with the characters that `visibleText` shows. */
export function withEscapes(text: string, kind: Kind = "data"): string {
  return text.replace(patternOf(kind), escapeOf);
}

/** Text whose control characters are rendered as visible marks. */
export function visibleText(text: string, kind: Kind = "data"): Node {
  const pattern = patternOf(kind);
  if (text.search(pattern) === -1) return document.createTextNode(text);
  const fragment = document.createDocumentFragment();
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const mark = document.createElement("span");
    mark.className = "mark";
    mark.textContent = escapeOf(match[0]);
    fragment.append(text.slice(from, match.index), mark);
    from = match.index + match[0].length;
  }
  fragment.append(text.slice(from));
  return fragment;
}
