import type { MarkdownIt, StateBlock } from "markdown-it";

const mathsLanguage = "math";
/** As TeX has it: no more than one paragraph. */
const maxFormulaLines = 200;
/** How maths begins, where it ends in the same line, and where in a later one; punctuation may follow. */
const delimiters = [
  { open: /^\$\$(?!\$)/, rest: /^[^$]*$/, whole: /^\$\$[^$]+\$\$[.,;:]?$/, close: /\$\$[.,;:]?$/ },
  {
    // Without a sign of maths, the backslash may only escape a bracket.
    open: /^\\\[(?=\s|$|.*(?:[=^]|\\[a-z]))/i,
    rest: /^(?!.*\\\])/,
    whole: /^\\\[(?!.*\\\].*\\\]).*\\\][.,;:]?$/,
    close: /\\\][.,;:]?$/,
  },
];
/** The parser pads short rows, so a wide table costs far more than its text. */
const maxColumns = 100;
const fence = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/s;
/** An info string that says Markdown, or names such a file. */
const markdownInfo =
  /^\s*(?:markdown|md|mdx|mkdn?|rmd|qmd)(?![\w+#.-])|\.(?:mdx?|markdown)(?![\w.])/i;

/** Teaches a parser what the answers of models need beyond CommonMark and its tables. */
export function addBlockRules({ block: { ruler } }: MarkdownIt): void {
  const alt = ["paragraph", "reference", "blockquote", "list"];
  ruler.before("table", "maths", mathsBlock, { alt });
  ruler.before("table", "wideTable", wideTable);
  ruler.at("fence", fencedBlock, { alt });
}

/** Formulas are no text for the file that a sentence before them names. */
export function isMathsLanguage(info: string): boolean {
  return info.trim().toLowerCase() === mathsLanguage;
}

/**
 * As CommonMark has it, with one exception: in a block of Markdown, a fence with an info string
 * opens a level, and one without closes it. A token's `meta` has whether it is open to the end.
 */
function fencedBlock(state: StateBlock, from: number, to: number, silent: boolean): boolean {
  if (state.sCount[from]! - state.blkIndent >= 4) return false;
  const [, run, info = ""] = fence.exec(lineOf(state, from)) ?? [];
  if (run === undefined) return false;
  if (silent) return true;
  const isMarkdown = markdownInfo.test(info);
  const open = [run];
  let line = from + 1;
  for (; line < to; line++) {
    if (state.isEmpty(line)) continue;
    if (state.sCount[line]! < state.blkIndent) break;
    if (state.sCount[line]! - state.blkIndent >= 4) continue;
    const [, inner, rest = ""] = fence.exec(lineOf(state, line)) ?? [];
    if (inner === undefined) continue;
    if (!/[^ \t]/.test(rest)) {
      if (inner.startsWith(open.at(-1)!)) open.pop();
    } else if (isMarkdown && inner.startsWith(run)) open.push(inner);
    if (open.length === 0) break;
  }
  state.line = Math.min(to, line + Number(open.length === 0));
  const token = state.push("fence", "code", 0);
  token.info = info;
  token.content = state.getLines(from + 1, line, state.sCount[from]!, true);
  token.markup = run;
  token.map = [from, state.line];
  token.meta = { isOpen: open.length > 0 };
  return true;
}

/** A table with more columns than anybody could read is a paragraph. */
function wideTable(state: StateBlock, from: number, to: number, silent: boolean): boolean {
  if (silent || from + 1 >= to || !isWideRule(lineOf(state, from + 1))) return false;
  let end = from + 2;
  while (end < to && !state.isEmpty(end) && !fence.test(lineOf(state, end))) end++;
  state.line = end;
  state.push("paragraph_open", "p", 1).map = [from, end];
  const inline = state.push("inline", "", 0);
  inline.content = state.getLines(from, end, state.blkIndent, false).trim();
  inline.map = [from, end];
  inline.children = [];
  state.push("paragraph_close", "p", -1);
  return true;
}

/** True for the line under a table's head if it has more columns than are drawn. */
function isWideRule(line: string): boolean {
  return (
    line.length > maxColumns && /^[|:\-\s]+$/.test(line) && line.split("|").length > maxColumns
  );
}

/**
 * `$$ … $$` and `\[ … \]` on lines of their own are a block of code, whatever these lines would be
 * otherwise. Unclosed, they are what they would be without this, unless `textGoesOn`: the end of the
 * text may only not be known yet.
 */

function mathsBlock(state: StateBlock, from: number, to: number, silent: boolean): boolean {
  const end = endOfMaths(state, from, to);
  if (end === undefined) return false;
  if (silent) return true;
  state.line = end;
  const token = state.push("fence", "code", 0);
  token.info = mathsLanguage;
  token.content = state.getLines(from, end, state.sCount[from]!, true);
  token.map = [from, end];
  return true;
}

/** The line after the block of maths that begins with a line. */
function endOfMaths(state: StateBlock, from: number, to: number): number | undefined {
  if (state.sCount[from]! - state.blkIndent >= 4) return undefined;
  const first = lineOf(state, from).trimEnd();
  const kind = delimiters.find(({ open }) => open.test(first));
  if (!kind) return undefined;
  if (kind.whole.test(first)) return from + 1;
  if (!kind.rest.test(first.slice(2))) return undefined;
  for (let line = from + 1; line < from + maxFormulaLines; line++) {
    if (line >= to)
      return state.env["textGoesOn"] === true && to === state.lineMax ? to : undefined;
    const text = lineOf(state, line).trimEnd();
    if (text === "" || fence.test(text) || state.sCount[line]! < state.blkIndent) return undefined;
    if (kind.close.test(text)) return line + 1;
    if (kind.open.test(text)) return undefined;
  }
  return undefined;
}

function lineOf({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string {
  return src.slice(bMarks[line]! + tShift[line]!, eMarks[line]);
}
