import type { Env, Token } from "markdown-it";
import { markdownParser } from "../../../../kit/markdown";
import { addInlineRules } from "./inlineRules";

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
