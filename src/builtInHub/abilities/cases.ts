import type { Ability } from "./ability";
import { code, fence, paragraphs, table } from "../reading/markdown";
import { materialOf } from "../reading/question";

const maxNames = 200;

interface Case {
  readonly name: string;
  readonly asked: RegExp;
  apply(words: readonly string[], line: string): string;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
const low = (words: readonly string[]) => words.map((word) => word.toLowerCase());

const cases: readonly Case[] = [
  {
    name: "camelCase",
    asked: /\bcamel/i,
    apply: ([first = "", ...rest]) => first.toLowerCase() + rest.map(capital).join(""),
  },
  { name: "PascalCase", asked: /\bpascal/i, apply: (words) => words.map(capital).join("") },
  {
    name: "CONSTANT_CASE",
    asked: /\b(?:constant|screaming)/i,
    apply: (words) => words.join("_").toUpperCase(),
  },
  { name: "snake_case", asked: /\bsnake/i, apply: (words) => low(words).join("_") },
  { name: "kebab-case", asked: /\b(?:kebab|dash)/i, apply: (words) => low(words).join("-") },
  { name: "dot.case", asked: /\bdot\b/i, apply: (words) => low(words).join(".") },
  { name: "Title Case", asked: /\btitle/i, apply: (words) => words.map(capital).join(" ") },
  {
    name: "Sentence case",
    asked: /\bsentence/i,
    apply: (words) => capital(low(words).join(" ")),
  },
  { name: "UPPER CASE", asked: /\bupper/i, apply: (_, line) => line.toUpperCase() },
  { name: "lower case", asked: /\blower/i, apply: (_, line) => line.toLowerCase() },
];
const asked =
  /\b(?:camel|pascal|constant|screaming|snake|kebab|dash|dot|title|sentence|upper|lower|which|all)[ _.-]?cases?\b|\b(?:to|in|as) (?:camel|pascal|snake|kebab|upper|lower)\b/i;
const asking =
  /^(?:please\s+)?(?:(?:convert|turn|make|change|rename|write|put)\s+)?([^]*?)\s*\b(?:in)?(?:to|as|in)\s+[\w-]+(?:[ _-]?case)?[.?!]?$/i;

export const naming: Ability = {
  id: 42,
  name: "Names and case",
  text: "Writes names or lines in camelCase, PascalCase, snake_case, CONSTANT_CASE, kebab-case, Title Case, upper or lower case; shows all of them where none is asked for.",
  example: "max retry count to CONSTANT_CASE",
  tools: [],
  suits: ({ words }) =>
    asked.test(words) || (/^[A-Za-z][\w.-]*$/.test(words) && wordsOf(words).length > 1),
  answer(question, { isBrief }) {
    const { words, isAttached } = question;
    const target = cases.find(({ asked }) => asked.test(words));
    const named = isAttached ? undefined : asking.exec(words)?.[1];
    const source = named || materialOf(question, (text) => !target || text.trim().includes("\n"));
    if (source === undefined)
      return "Select the names, or write them before the case, such as `user id to snake_case`.";
    const lines = source.replace(/\r\n/g, "\n").replace(/\n$/, "").split("\n");
    if (target) {
      const block = fence(
        lines.map((line) => inCase(target, line)).join("\n"),
        question.language || "text",
      );
      return isBrief ? block : paragraphs(`In ${target.name}:`, block);
    }
    if (lines.length > 1 || lines[0]?.trim() === "") {
      const some = lines.filter((line) => line.trim() !== "").slice(0, maxNames);
      const shown = cases.slice(0, 5);
      return table(
        shown.map(({ name }) => name),
        some.map((line) => shown.map((each) => code(inCase(each, line.trim())))),
      );
    }
    return table(
      ["Case", "Name"],
      cases.map((each) => [each.name, code(inCase(each, source.trim()))]),
    );
  },
};

/** Converts a line to a case, keeping its indentation. */
function inCase(target: Case, line: string): string {
  const indent = /^\s*/.exec(line)?.[0] ?? "";
  return indent + target.apply(wordsOf(line), line.slice(indent.length));
}

/** The words of a name, whatever case it is in: `parseHTTPResponse2` is parse, HTTP, Response2. */
function wordsOf(name: string): string[] {
  return (
    name.match(/\p{Lu}+(?!\p{Ll})[\p{N}]*|\p{Lu}?\p{Ll}[\p{Ll}\p{N}]*|\p{N}+|[\p{Lo}]+/gu) ?? []
  );
}
