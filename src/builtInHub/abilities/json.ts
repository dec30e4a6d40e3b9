import type { Ability } from "./ability";
import { JsonProblem, readJson, type JsonNode } from "../reading/jsonTree";
import { doubledKeys, sortKeys, writeJson } from "../reading/jsonWriter";
import { code, count, fence, paragraphs } from "../reading/markdown";
import { materialOf } from "../reading/question";

export const json: Ability = {
  id: 31,
  name: "JSON",
  text: "Validates JSON and says where and why it is wrong; formats, minifies or sorts its keys without touching a number. Comments and trailing commas are removed on the way.",
  example: 'format: {"a":1,"b":[true,null]}',
  tools: [],
  suits: ({ words, text, isAttached }) =>
    !/\b(?:csv|table|markdown)\b/i.test(words) &&
    (/\bjson\b/i.test(words) ||
      (isJson(text) && (isAttached || words === "" || words === text.trim()))),
  answer(question, { isBrief }) {
    const source = materialOf(question, looksLikeJson);
    if (source === undefined) return "Select the JSON, or write it after `format:`.";
    try {
      return written(readJson(source), question.words, isBrief, false);
    } catch (error) {
      if (!(error instanceof JsonProblem)) throw error;
      return repaired(source, error, question.words, isBrief);
    }
  },
};

function written(tree: JsonNode, words: string, isBrief: boolean, wasRepaired: boolean): string {
  const isMinified = /\b(?:minif|compact|one line|single line)/i.test(words);
  const isSorted = /\bsort/i.test(words);
  const indent = isMinified ? "" : indentOf(words);
  const block = fence(writeJson(isSorted ? sortKeys(tree) : tree, indent), "json");
  if (isBrief) return block;
  const doubled = doubledKeys(tree);
  const done = [
    isMinified ? "minified" : "formatted",
    ...(isSorted ? ["its keys sorted"] : []),
  ].join(", ");
  return paragraphs(
    wasRepaired
      ? `Without its comments and trailing commas it is valid; ${done}:`
      : `Valid JSON, ${done}:`,
    block,
    `${contents(tree)} Numbers and strings are as they were.`,
    doubled.length > 0 &&
      `Names given twice, of which most readers keep the last: ${doubled.slice(0, 20).map(code).join(", ")}.`,
  );
}

function repaired(source: string, problem: JsonProblem, words: string, isBrief: boolean): string {
  const told = `Not valid JSON. ${place(source, problem)}`;
  try {
    return paragraphs(told, written(readJson(source, true), words, isBrief, true));
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    const isSame = error.at === problem.at;
    return paragraphs(
      told,
      !isSame && `Leaving comments and trailing commas aside: ${place(source, error)}`,
    );
  }
}

function place(source: string, { at, message }: JsonProblem): string {
  const before = source.slice(0, at).split("\n");
  const line = before.length;
  const column = (before.at(-1) ?? "").length;
  const text = (source.split("\n")[line - 1] ?? "").replace(/\r$/, "");
  const from = Math.max(0, column - 60);
  const pointer = `${text.slice(from, column + 20)}\n${" ".repeat(column - from)}^`;
  return paragraphs(`Line ${line}, column ${column + 1}: ${message}.`, fence(pointer, "text"));
}

function indentOf(words: string): string {
  if (/\btabs?\b/i.test(words)) return "\t";
  const spaces =
    /\b([1-8])\s*(?:spaces?|blanks?)\b|\bindent(?:ed|ation)?\s*(?:of|by|=|:)?\s*([1-8])\b/i.exec(
      words,
    );
  return " ".repeat(Number(spaces?.[1] ?? spaces?.[2] ?? 2));
}

function contents(tree: JsonNode): string {
  if (tree.kind === "array") return `An array of ${count(tree.items.length, "element")}.`;
  if (tree.kind === "object") return `An object of ${count(tree.members.length, "member")}.`;
  return "A single value.";
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{"]/.test(text);
}

function isJson(text: string): boolean {
  return /^\s*(?:\{[^]*\}|\[[^]*\])\s*$/.test(text);
}
