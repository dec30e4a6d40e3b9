import type { Message } from "../../hub/types";

/** An input split into the words that ask, and the text they are about. */
export interface Question {
  /** The input exactly as received. */
  readonly input: string;
  /** The request in words; empty if there is only a text of several lines. */
  readonly words: string;
  /** The attached block, what follows `words:`, or the whole input. */
  readonly text: string;
  /** The language that the block names, or empty. */
  readonly language: string;
  /** The text is a separate block. */
  readonly isAttached: boolean;
  /** The last code block of the previous answer, if the history contains one. */
  readonly previous?: string;
}

const verbs =
  "add|align|base64|calculate|camel|check|compute|constant|convert|count|csv|decode|encode|escape|evaluate|explain|find|" +
  "format|hash|hex|html|join|json|kebab|lowercase|lower|make|match|md5|minify|number|outline|parse|pascal|pretty|" +
  "remove|reverse|search|sha\\d+|shuffle|snake|sort|split|statistics|stats|table|test|title|to|trim|turn|unescape|" +
  "unique|uppercase|upper|url|validate|wrap";
const told = new RegExp(
  `^((?:please\\s+)?(?:${verbs})\\b[^:\\n]{0,80}):(?:[ \\t]+|[ \\t]*\\n)([^]+)$`,
  "i",
);
const attached = /(?:^|\n)(`{3,}|~{3,})[ \t]*([^\s`]*)[^\n`]*\n([^]*?)\n?\1[ \t]*\s*$/;

const maxWords = 2000;

export function readQuestion(input: string, history: readonly Message[] = []): Question {
  const previous = lastBlock(history);
  const rest = { input, ...(previous !== undefined && { previous }) };
  const block = attached.exec(input);
  if (block) {
    const [, , language = "", text = ""] = block;
    const asked = input.slice(0, block.index).trim().slice(0, maxWords);
    return { ...rest, words: asked, text, language, isAttached: true };
  }
  const [, words, text] = told.exec(input) ?? [];
  if (words !== undefined && text !== undefined) {
    return { ...rest, words: words.trim(), text, language: "", isAttached: true };
  }
  const isText = input.trim().includes("\n") || input.length > 500;
  return {
    ...rest,
    words: isText ? "" : input.trim(),
    text: input,
    language: "",
    isAttached: false,
  };
}

/** The text to work on: the given one if it looks right, else the block of the previous answer. */
export function materialOf(
  question: Question,
  looksRight: (text: string) => boolean,
): string | undefined {
  const { text, isAttached, previous } = question;
  if (isAttached || looksRight(text)) return text;
  return previous;
}

function lastBlock(history: readonly Message[]): string | undefined {
  const answer = history.findLast(({ role }) =>
    /^(?:assistant|ai|agent|expert|model|bot)$/i.test(role),
  );
  return /(?:^|\n)(`{3,})[^\n`]*\n([^]*?)\n\1(?:\n|$)/.exec(answer?.content ?? "")?.[2];
}
