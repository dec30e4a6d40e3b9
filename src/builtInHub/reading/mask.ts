/** How a language marks what is not code. */
interface Marks {
  readonly line: readonly string[];
  readonly block?: readonly [string, string];
  readonly quotes: readonly string[];
}

const cLike: Marks = { line: ["//"], block: ["/*", "*/"], quotes: ['"', "'", "`"] };
const hash: Marks = { line: ["#"], quotes: ['"""', "'''", '"', "'"] };
const marksOf: Readonly<Record<string, Marks>> = {
  python: hash,
  ruby: hash,
  shellscript: hash,
  yaml: hash,
  rust: { ...cLike, quotes: ['"'] },
  go: cLike,
  sql: { line: ["--"], block: ["/*", "*/"], quotes: ["'", '"'] },
  lua: { line: ["--"], quotes: ['"', "'"] },
  css: { line: [], block: ["/*", "*/"], quotes: ['"', "'"] },
  php: { ...cLike, line: ["//", "#"] },
};

const regexMayFollow = /(?:^|[=(,:;!&|?{}[+\-*%~^<>]|\b(?:return|typeof|case|in|of|do|else))\s*$/;

export interface Masked {
  /** The source with comments and strings replaced by spaces; its length and lines are unchanged. */
  readonly code: string;
  /** The same, with everything but comments replaced. */
  readonly comments: string;
}

/** Separates code from comments and strings, well enough to count and to match brackets. */
export function mask(source: string, language: string): Masked {
  const marks = marksOf[language] ?? cLike;
  const hasRegex = /^(?:java|type)script(?:react)?$/.test(language);
  const code = [...blank(source)];
  const comments = [...code];
  const keep = (into: string[], from: number, to: number) => {
    for (let at = from; at < to; at += 1) into[at] = source[at] ?? "";
  };
  let at = 0;
  while (at < source.length) {
    const start = at;
    const quote = marks.quotes.find((mark) => source.startsWith(mark, at));
    if (marks.line.some((mark) => source.startsWith(mark, at))) {
      at = endOf(source, "\n", at);
      keep(comments, start, at);
    } else if (marks.block && source.startsWith(marks.block[0], at)) {
      const close = source.indexOf(marks.block[1], at + 2);
      at = close < 0 ? source.length : close + marks.block[1].length;
      keep(comments, start, at);
    } else if (quote !== undefined) {
      at = endOfText(source, quote, at);
    } else if (
      hasRegex &&
      source[at] === "/" &&
      regexMayFollow.test(source.slice(Math.max(0, at - 40), at))
    ) {
      at = endOfRegex(source, at);
    } else {
      keep(code, at, at + 1);
      at += 1;
    }
  }
  return { code: code.join(""), comments: comments.join("") };
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}

function endOf(source: string, mark: string, from: number): number {
  const found = source.indexOf(mark, from);
  return found < 0 ? source.length : found;
}

/** Past the closing quote; single-line strings end with the line, so that one mistake hides no more. */
function endOfText(source: string, quote: string, from: number): number {
  const spansLines = quote.length === 3 || quote === "`";
  for (let at = from + quote.length; at < source.length; at += 1) {
    if (source[at] === "\\") at += 1;
    else if (source.startsWith(quote, at)) return at + quote.length;
    else if (source[at] === "\n" && !spansLines) return at;
  }
  return source.length;
}

function endOfRegex(source: string, from: number): number {
  let inClass = false;
  for (let at = from + 1; at < source.length && source[at] !== "\n"; at += 1) {
    if (source[at] === "\\") at += 1;
    else if (source[at] === "[") inClass = true;
    else if (source[at] === "]") inClass = false;
    else if (source[at] === "/" && !inClass) return at + 1;
  }
  return from + 1;
}
