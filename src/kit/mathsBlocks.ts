/** What the rule uses of a state of markdown-it. */
interface BlockState {
  readonly src: string;
  readonly bMarks: readonly number[];
  readonly eMarks: readonly number[];
  readonly tShift: readonly number[];
  readonly sCount: readonly number[];
  readonly blkIndent: number;
  readonly lineMax: number;
  readonly env: Readonly<Record<string, unknown>>;
  line: number;
  push(
    type: string,
    tag: string,
    nesting: 0,
  ): { info: string; content: string; map: [number, number] | null };
  getLines(begin: number, end: number, indent: number, keepLastLF: boolean): string;
}

type BlockRule = (state: BlockState, from: number, to: number, silent: boolean) => boolean;

interface BlockParser {
  block: {
    ruler: {
      before(other: string, name: string, rule: BlockRule, options: { alt: string[] }): void;
    };
  };
}

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
const fence = /^(?:`{3}|~{3})/;

/**
 * Teaches a parser that `$$ … $$` and `\[ … \]` on lines of their own are a block of code, whatever
 * these lines would be otherwise. Unclosed, they are what they would be without this, unless
 * `textGoesOn`: the end of the text may only not be known yet.
 */
export function addMathsBlocks({ block: { ruler } }: BlockParser): void {
  const alt = ["paragraph", "reference", "blockquote", "list"];
  ruler.before("table", "maths", mathsBlock, { alt });
}

/** Formulas are no text for the file that a sentence before them names. */
export function isMathsLanguage(info: string): boolean {
  return info.trim().toLowerCase() === mathsLanguage;
}

function mathsBlock(state: BlockState, from: number, to: number, silent: boolean): boolean {
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
function endOfMaths(state: BlockState, from: number, to: number): number | undefined {
  if (state.sCount[from]! - state.blkIndent >= 4) return undefined;
  const first = lineOf(state, from);
  const kind = delimiters.find(({ open }) => open.test(first));
  if (!kind) return undefined;
  if (kind.whole.test(first)) return from + 1;
  if (!kind.rest.test(first.slice(2))) return undefined;
  for (let line = from + 1; line < from + maxFormulaLines; line++) {
    if (line >= to)
      return state.env["textGoesOn"] === true && to === state.lineMax ? to : undefined;
    const text = lineOf(state, line);
    if (text === "" || fence.test(text) || state.sCount[line]! < state.blkIndent) return undefined;
    if (kind.close.test(text)) return line + 1;
    if (kind.open.test(text)) return undefined;
  }
  return undefined;
}

function lineOf({ src, bMarks, tShift, eMarks }: BlockState, line: number): string {
  return src.slice(bMarks[line]! + tShift[line]!, eMarks[line]).trimEnd();
}
