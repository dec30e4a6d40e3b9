import type { MarkdownIt } from "markdown-it";
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
export function addInlineRules(md: MarkdownIt): void {
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
