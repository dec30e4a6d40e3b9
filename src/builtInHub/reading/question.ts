import type { Message } from "../../hub/types";
import { blocksIn } from "./blocks";
import { isRequest, startsWithCommand } from "./request";

/** An input split into the words that ask, and the text they are about. */
export interface Question {
  /** The input exactly as received. */
  readonly input: string;
  /** The request in words; empty if there is only a text. */
  readonly words: string;
  /** The text that the words are about, exactly as written; the whole input if it is not separate. */
  readonly text: string;
  /** The language that the block names, or empty. */
  readonly language: string;
  /** The text is separate from the words: a code block, or what follows a colon or the first line. */
  readonly isAttached: boolean;
  /** The first code block of the previous answer, if the history contains one. */
  readonly previous?: string;
}

type Parts = Pick<Question, "words" | "text"> & { readonly language?: string };

const maxWords = 2000;
const maxLine = 500;

export function readQuestion(input: string, history: readonly Message[] = []): Question {
  const previous = previousBlock(history);
  const whole = { input, ...(previous !== undefined && { previous }) };
  const parts = withBlock(input) ?? afterColon(input) ?? belowRequest(input) ?? besideJson(input);
  if (parts) return { language: "", ...whole, ...parts, isAttached: true };
  const isText = input.trim().includes("\n") || input.length > maxLine;
  const words = isText ? "" : input.trim();
  return { ...whole, words, text: input, language: "", isAttached: false };
}

/** The block at the end of the input, or the only one. */
function withBlock(input: string): Parts | undefined {
  if (!/```|~~~/.test(input)) return undefined;
  const lines = input.split(/\r?\n/);
  const blocks = blocksIn(lines);
  const last = blocks.at(-1);
  if (!last) return undefined;
  const after = lines
    .slice(last.close + 1)
    .join("\n")
    .trim();
  if (blocks.length > 1 && after !== "") return undefined;
  const before = lines.slice(0, last.open).join("\n").trim();
  const words = `${before}\n${after}`.trim().slice(0, maxWords);
  return { words, text: last.text, language: last.language };
}

/** `sort unique: b a`, on one line or more. */
function afterColon(input: string): Parts | undefined {
  const [, words = "", gap = "", text = ""] =
    /^\s*([^:\n]{1,120}):([ \t]+|[ \t]*\r?\n)([^]+)$/.exec(input) ?? [];
  if (text.trim() === "" || !isRequest(words)) return undefined;
  const isKey = !/\s/.test(words) && !gap.includes("\n") && /\n[\w-]+:\s/.test(text);
  return isKey ? undefined : { words: words.trim(), text };
}

/** A first line that asks, and a text below. */
function belowRequest(input: string): Parts | undefined {
  const [, words = "", text = ""] = /^\s*([^\n]{1,120}?)[?.]?[ \t]*\r?\n([^]+)$/.exec(input) ?? [];
  if (text.trim() === "" || !startsWithCommand(words)) return undefined;
  return { words: words.trim(), text: text.replace(/^(?:[ \t]*\r?\n)+/, "") };
}

/** `format this JSON {"a":1}` or `{"a":1} to YAML`. */
function besideJson(input: string): Parts | undefined {
  const line = input.trim();
  const open = line.search(/[[{]/);
  if (open === -1) return undefined;
  const close = Math.max(line.lastIndexOf("}"), line.lastIndexOf("]")) + 1;
  if (open >= close || (open > 0 && close < line.length)) return undefined;
  const words = (open > 0 ? line.slice(0, open) : line.slice(close)).trim();
  const asks = open > 0 ? isRequest(words) : /^(?:to|as|into|in)\s+[\w ]{2,60}$/i.test(words);
  return asks ? { words, text: line.slice(open, close) } : undefined;
}

function previousBlock(history: readonly Message[]): string | undefined {
  const answer = history.findLast(({ role }) =>
    /^(?:assistant|ai|agent|expert|model|bot)$/i.test(role),
  );
  return blocksIn((answer?.content ?? "").split("\n"))[0]?.text;
}
