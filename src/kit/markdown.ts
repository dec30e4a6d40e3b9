import MarkdownIt, { type Env, type Token } from "markdown-it";
import { addBlockRules } from "./blockRules";

/** A run of whole top-level blocks, their inline parts not yet parsed; or text that stays plain. */
export type Slice = { tokens: Token[]; text: string } | { plain: string };

/**
 * CommonMark with tables, strikethrough and maths, never raw HTML: the only parser of answers, in
 * the page and in the host.
 */
export const markdownParser = new MarkdownIt({ html: false, linkify: false, typographer: false });
addBlockRules(markdownParser);

const firstWindow = 6_000;
const nextWindow = 8_000;
/** A block has certainly ended when the parser saw this many lines after the start of the next one. */
const lookahead = 4;
/** A block that does not end within a window gets a larger one, up to this; code costs next to nothing. */
const maxWindow = 200_000;
const maxCodeWindow = 16_000_000;
/** The parser drops anything nested deeper than 100; well before that the text is kept plain. */
const maxNesting = 80;

/**
 * Cuts an answer into slices that parse as they would in the whole: of each window of source, the
 * blocks that have certainly ended are kept, and the last one starts the next window. Where it cuts
 * depends on the text alone, so that everyone sees the same blocks. A text that has only grown can
 * be read from the beginning of its last slice on.
 */
export function* slicesOf(output: string, env: Env = {}, begin = 0): Generator<Slice> {
  const source = normalized(output);
  let from = begin;
  let size = begin === 0 ? firstWindow : nextWindow;
  while (from < source.length) {
    const to = lineEndAfter(source, from + size);
    const text = source.slice(from, to);
    const lines = text.split("\n");
    const textGoesOn = to < source.length || env["isGrowing"] === true;
    const tokens = tokensOf(text, Object.assign(env, { textGoesOn }));
    if (tokens.some(({ level }) => level > maxNesting)) {
      yield { plain: source.slice(from) };
      return;
    }
    if (to >= source.length) {
      yield { tokens, text };
      return;
    }
    const end = sureEnd(tokens, lines.length - 1 - lookahead);
    if (end) {
      let length = 0;
      for (const line of lines.slice(0, end.line)) length += line.length + 1;
      yield { tokens: end.tokens, text: text.slice(0, length) };
      from += length;
      size = nextWindow;
    } else if (size > (tokens.length === 1 ? maxCodeWindow : maxWindow)) {
      yield { plain: source.slice(from) };
      return;
    } else {
      size *= 2;
    }
  }
}

/** The blocks of a text, their inline parts not yet parsed. */
export function tokensOf(text: string, env: Env): Token[] {
  const tokens: Token[] = [];
  markdownParser.block.parse(text, markdownParser, env, tokens);
  return tokens;
}

export const isCode = ({ type }: Token): boolean => type === "fence" || type === "code_block";

/** What the parser does to a text first; done once, because windows are cut by lines. */
function normalized(output: string): string {
  // Checking first is twenty times as fast, and most texts have none.
  const lines = output.includes("\r") ? output.replace(/\r\n?/g, "\n") : output;
  return lines.replaceAll("\0", "\ufffd");
}

function lineEndAfter(source: string, position: number): number {
  const end = source.indexOf("\n", position);
  return end === -1 ? source.length : end + 1;
}

/** The tokens before the last block that begins at `latest` or earlier, and where that block begins. */
function sureEnd(tokens: Token[], latest: number): { tokens: Token[]; line: number } | undefined {
  const block = lastStart(tokens, latest, (token) => token.level === 0);
  if (block) return { tokens: tokens.slice(0, block.index), line: block.line };
  const [list] = tokens;
  const close = tokens.at(-1);
  if (!list || !close || !/^(?:bullet|ordered)_list_open$/.test(list.type)) return undefined;
  // A list longer than its window is drawn as several; its items are unchanged.
  const item = lastStart(
    tokens,
    latest,
    (token) => token.level === 1 && token.type === "list_item_open",
  );
  return item && { tokens: [...tokens.slice(0, item.index), close], line: item.line };
}

function lastStart(
  tokens: Token[],
  latest: number,
  isStart: (token: Token) => boolean,
): { index: number; line: number } | undefined {
  for (let index = tokens.length - 1; index > 0; index--) {
    const token = tokens[index];
    if (!token?.map || token.nesting < 0 || !isStart(token)) continue;
    const line = token.map[0];
    if (line > 0 && line <= latest) return { index, line };
  }
  return undefined;
}
