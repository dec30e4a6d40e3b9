import type { Env, Token, MarkdownIt } from "markdown-it";
import { markdownParser } from "../../../../kit/markdown";
import { addressEnd } from "../../../../kit/references";
import { openable } from "./references";

/** `$…$` and `$$…$$` by the rules of Pandoc, by which amounts of money are none. */
const maths =
  /\$\$[^$]{1,2000}\$\$|\$(?=\S)[^$\n]{1,500}(?<=\S)\$(?!\d)|\\\((?:(?!\\\)).){1,500}\\\)|\\\[(?:(?!\\\]).){1,500}\\\]/y;
/** A backslash before a bracket may only escape it, as CommonMark has it. */
const isEscape = /^\\(?!\(\s*\w\s*\\\)$)(?!..*(?:[=^_{]|\\[a-z]))/i;
const schemeLength = "https".length;

/** By default, an encoded host is shown in the letters of its script. */
const asWritten = (text: string) => text;

/** Teaches the parser what it would take for emphasis: addresses without brackets, and maths, which stays text. */
function addInlineRules(md: MarkdownIt): void {
  md.normalizeLinkText = asWritten;
  md.inline.ruler.before("escape", "maths", (state, silent) => {
    if (!/[$\\]/.test(state.src[state.pos]!)) return false;
    maths.lastIndex = state.pos;
    const [found] = maths.exec(state.src) ?? [];
    if (found === undefined || isEscape.test(found)) return false;
    if (state.pos + found.length > state.posMax) return false;
    if (!silent) state.push("maths", "", 0).content = found;
    state.pos += found.length;
    return true;
  });
  md.inline.ruler.before("escape", "address", (state, silent) => {
    const { src, pos } = state;
    if (!src.startsWith("://", pos) || state.linkLevel > 0) return false;
    const from = pos - schemeLength;
    if (!/(?:^|[^\p{L}\p{N}+.-])https$/u.test(src.slice(Math.max(0, from - 2), pos))) return false;
    const to = addressEnd(src, from);
    const url = src.slice(from, to);
    if (to === undefined || to > state.posMax || !openable(url)) return false;
    if (!silent) {
      state.pending = state.pending.slice(0, -schemeLength);
      const open = state.push("link_open", "a", 1);
      open.attrs = Object.entries({ href: url });
      open.info = "auto";
      state.push("text", "", 0).content = url;
      state.push("link_close", "a", -1);
    }
    state.pos = to;
    return true;
  });
}

addInlineRules(markdownParser);

const partLength = 1_000;
/** The screen space of a line beyond its characters, counted in characters. */
const lineLength = 30;
/** Inline parsing can be quadratic: paragraphs with more marks than this stay plain. */
const maxInlineMarks = 2_000;
const maxInlineLength = 50_000;

/** Runs of whole top-level blocks, each about a screenful. */
export function* blockRuns(tokens: Token[]): Generator<Token[]> {
  let from = 0;
  let length = 0;
  for (const [index, { level, nesting, content, map }] of tokens.entries()) {
    length += content.length;
    if (level === 0 && map) length += (map[1] - map[0]) * lineLength;
    if (length < partLength || level > 0 || nesting > 0) continue;
    yield tokens.slice(from, index + 1);
    from = index + 1;
    length = 0;
  }
  if (from < tokens.length) yield tokens.slice(from);
}

export function parseInline(tokens: Token[], env: Env): Token[] {
  for (const token of tokens) {
    if (token.type !== "inline") continue;
    token.children = [];
    if (isHeavy(token.content)) continue;
    markdownParser.inline.parse(token.content, markdownParser, env, token.children);
    token.children = withWholeTexts(token.children);
  }
  return tokens;
}

/** The parser cuts a text at each backslash, and so the paths of Windows. */
function withWholeTexts(tokens: Token[]): Token[] {
  const whole: Token[] = [];
  for (const token of tokens) {
    if (token.type === "text_special") token.type = "text";
    const before = whole.at(-1);
    if (token.type === "text" && before?.type === "text") before.content += token.content;
    else whole.push(token);
  }
  return whole;
}

function isHeavy(content: string): boolean {
  if (content.length < maxInlineMarks) return false;
  if (content.length > maxInlineLength) return true;
  let marks = 0;
  for (const _ of content.matchAll(/[[\]*_`~<&!\\"':$]/g))
    if (++marks > maxInlineMarks) return true;
  return false;
}
