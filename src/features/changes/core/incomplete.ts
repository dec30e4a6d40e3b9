import type { Hunk } from "./hunk";

/** What begins a comment, in about every language. */
const opener = String.raw`(?:\/\/+|#+|--+|;+|%+|\/\*+|\*|<!--|<%--|\{\/\*|\{#|\{-|\(\*|@\*|'|"+|!|REM\b|rem\b|dnl\b|⍝)`;
const ellipsis = String.raw`(?:\.{3,}|…+|⋯|\[\s*(?:\.{3}|…)\s*\]|<\s*(?:\.{3}|…)\s*>|\(\s*(?:\.{3}|…)\s*\))`;
const closer = String.raw`\s*(?:\*\/\}?|-->|--%>|#\}|-\}|\*\)|\*@|"+)?\s*`;

/** Those that code may stand before, and that are not part of it. */
const trailing = String.raw`(?:\/\/|#|--|\/\*|<!--|\{\/\*|\(\*)`;

/** `// ...`, also with words behind or before the dots. */
const dots = new RegExp(
  String.raw`(?:^\s*${opener}|\s${trailing})\s*(?:${ellipsis}|[^.…]{0,60}\s?${ellipsis}${closer}$)`,
  "u",
);
const alone = new RegExp(String.raw`^\s*${ellipsis}\s*$`, "u");
const wholeComment = new RegExp(String.raw`^\s*${opener}\s*(.{3,100}?)${closer}$`, "u");

/** What people and models write in place of what they leave out. */
const words =
  /^(?:the |your |all )?(?:rest of|remaining|remainder of|existing|previous|other|same as (?:before|above))\b.*\b(?:code|file|functions?|methods?|class|imports?|logic|implementation|content|same|here|unchanged|above|before|below|components?|styles?|rules|tests?)\b|^(?:same as|as) (?:before|above)\b|^(?:code|file|everything|content|imports?|methods?|functions?)\b.{0,40}\b(?:unchanged|omitted|remains?|stays?|same|as before)\b|\b(?:remains?|stays?|is|are|left|keep) (?:the same|unchanged|as is|as before|as it was)\b|^(?:unchanged|no changes?|omitted|truncated|snip(?:ped)?)\b|\bomitted for brevity\b|(?:rest(?:licher?)?|übriger?|bestehender?|vorhandener?|bisheriger?) (?:des |der )?(?:code|datei|inhalt|methoden|funktionen)|(?:bleibt|bleiben) (?:unverändert|gleich)|^unverändert|wie (?:bisher|zuvor|oben)|reste du (?:code|fichier)|code existant|inchangée?s?\b|resto del (?:código|archivo|codice|file)|código existente|sin cambios|resto do (?:código|arquivo)|inalterad[oa]|codice esistente|invariat[oa]|остальн\p{L}+ код|без изменений|существующий код|残りの|変更なし|既存のコード|以下省略|省略|其余|剩余|保持不变|不变|现有代码|原有代码|나머지|기존 코드|변경 없음/iu;

/** A line that stands for others; at the end of a block such as `def f():`, dots are Python. */
function standsForOthers(line: string, before: string): boolean {
  if (line.length > 200) return false;
  if (alone.test(line)) return !/:\s*$/.test(before);
  if (dots.test(line)) return true;
  const [, text = ""] = wholeComment.exec(line) ?? [];
  return words.test(text);
}

/** True if a text has lines in place of what it leaves out, other than those that were there before. */
export function leavesOut(text: string, before: string): boolean {
  const known = new Set(before.split("\n").map((line) => line.trim()));
  let last = "";
  for (const line of text.split("\n")) {
    const trimmed = line.trim();
    if (trimmed === "") continue;
    if (!known.has(trimmed) && standsForOthers(line, last)) return true;
    last = trimmed;
  }
  return false;
}

/** In these, all words may change at once, as in a translation. */
export const prose = /\.(?:mdx?|markdown|txt|rst|adoc|tex|csv|tsv)$/i;

/** A line that is nothing but a comment; CSS, C and Markdown begin other lines with a bare `#`. */
const commentLine = /^\s*(?:\/\/|#+\s|--\s|;+\s|%+\s|\/\*|<!--|\{\/\*|\(\*|REM\s)/i;
const markupComment = /^\s*<!--/;
/** In a comment that stands where lines are gone, these say that they should not be. */
const keepingWords =
  /\b(?:rest|remain(?:s|ing|der)?|existing|unchanged|unmodified|same|identical|omitted|elided|truncated|snip(?:ped)?|brevity|stays?|keep|kept|etc|and so on|no changes?|not (?:shown|changed|modified)|as (?:it |they )?(?:is|are|was|were|before)|(?:more|additional|other|previous|original) (?:code|functions?|methods?|classes|rules|styles|imports?|tests?|components?|fields|lines))\b/i;

/**
 * True where a comment takes the place of code: with nothing beside it, or with words that say so.
 * A diff shows what it removes, so that only the words count there.
 */
export function hidesLines(
  { old, now }: Pick<Hunk, "old" | "now">,
  { path = "", isDiff = false } = {},
): boolean {
  const isComment = (line: string) => (prose.test(path) ? markupComment : commentLine).test(line);
  const isCode = (line: string) => /[\p{L}\p{N}]/u.test(line) && !isComment(line);
  const code = old.filter(isCode);
  const comments = now.filter(
    (line) => isComment(line) && !code.some((one) => line.includes(one.trim())),
  );
  const isAdded = comments.length > old.filter(isComment).length;
  if (!isAdded || code.length === 0) return false;
  const left = now.filter(isCode).length;
  if (left === 0 && !isDiff) return true;
  return left <= code.length && comments.some(saysSo);
}

/** Longer comments explain the code below them. */
const maxWords = 6;

function saysSo(comment: string): boolean {
  const [, text = ""] = wholeComment.exec(comment) ?? [];
  const isShort = text.split(/\s+/).length <= maxWords;
  return (isShort && keepingWords.test(text)) || words.test(text);
}

/** Fewer lines say nothing about what was left out. */
const shortFile = 20;

/** True if a text seems to show only a part of the file that it is meant to replace. */
export function isPartial(text: string, whole: string): boolean {
  if (leavesOut(text, whole)) return true;
  const [shown, all] = [text, whole].map((one) => one.trim().split("\n").length);
  return (all ?? 0) > shortFile && (shown ?? 0) * 2 < (all ?? 0);
}
