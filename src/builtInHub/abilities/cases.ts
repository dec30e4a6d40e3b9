import { code, fence, paragraphs, table } from "../reading/markdown";
import type { Question } from "../reading/question";
import { bare, subjectOf } from "../reading/request";
import { inTime, type Ability } from "./ability";
import type { CaseName } from "./caseText";

const maxNames = 200;

const asked: readonly (readonly [CaseName, string])[] = [
  ["camelCase", "(?:lower[ -]?)?camel"],
  ["PascalCase", "pascal|upper[ -]?camel"],
  ["CONSTANT_CASE", "constant|screaming(?:[ _-]snake)?|upper[ _-]?snake|macro"],
  ["snake_case", "snake"],
  ["kebab-case", "kebab|dash|hyphen|param"],
  ["dot.case", "dot"],
  ["Title Case", "title"],
  ["Sentence case", "sentence"],
  ["UPPER CASE", "upper|capital letters|all caps"],
  ["lower case", "lower|small letters"],
];
const name = `(?:${asked.map(([, pattern]) => pattern).join("|")})`;
const written = `${name}(?:[ _.-]?cased?)?`;
const target = new RegExp(
  `\\b(${name})[ _.-]?cased?\\b|\\b(?:to|in|as|into)\\s+(camel|pascal|snake|kebab|upper|lower)[.?!]*$|^(uppercase|lowercase|capitali[sz]e)\\b`,
  "i",
);
const shapes: readonly RegExp[] = [
  `^(?:(?:convert|turn|make|change|rename|write|put|transform|format|what is|what's)\\s+)?(?<text>[^]+?)\\s+(?:in)?(?:to|as|in)\\s+(?:an?\\s+)?${written}(?:\\s+(?:name|identifier|variable|letters))?[.?!]*$`,
  `^(?:make\\s+)?(?<text>[^]+?)\\s+(?:${name}[ _.-]?cased?)[.?!]*$`,
  `^(?:uppercase|lowercase|capitali[sz]e|${name}[ _.-]?case)\\s+(?:(?:for|of)\\s+)?(?<text>[^]+)$`,
].map((shape) => new RegExp(shape, "i"));

export const naming: Ability = {
  id: 42,
  name: "Names and case",
  text: "Writes names or lines in camelCase, PascalCase, snake_case, CONSTANT_CASE, kebab-case, Title Case, upper or lower case; in code it changes the names only. Shows all cases where none is asked for.",
  example: "max retry count to CONSTANT_CASE",
  opening: "userProfileImage to snake case",
  suits(question) {
    const words = bare(question.words);
    if (targetOf(words) === undefined) {
      if (/\b(?:all|every|which|other|different) cases?\b/i.test(words))
        return question.isAttached ? "certain" : "none";
      const isName =
        /^[A-Za-z_$][\w$]*(?:[.-][\w$]+)*$/.test(words) && !/\.[a-z]{1,4}$/.test(words);
      return isName && /[a-z\d][A-Z]|[A-Za-z\d][_-][A-Za-z\d]/.test(words) ? "clear" : "none";
    }
    return textOf(question) === undefined ? "clear" : "certain";
  },
  async answer(question, { isBrief }) {
    const wanted = targetOf(bare(question.words));
    const source = textOf(question) ?? (wanted ? undefined : question.text);
    if (source === undefined)
      return "Select the names, or write them before the case, such as `user id to snake_case`.";
    const { caseNames, inCase } = await import("./caseText");
    return inTime(() => {
      const lines = source.replace(/\r\n/g, "\n").replace(/\n$/, "").split("\n");
      if (wanted) {
        const changed = lines.map((line) => inCase(wanted, line)).join("\n");
        const block = fence(changed, question.language || "text");
        return isBrief ? block : paragraphs(`In ${wanted}:`, block);
      }
      if (lines.length > 1 || lines[0]?.trim() === "") {
        const some = lines.filter((line) => line.trim() !== "").slice(0, maxNames);
        const shown = caseNames.slice(0, 5);
        return table(
          shown,
          some.map((line) => shown.map((each) => code(inCase(each, line.trim())))),
        );
      }
      return table(
        ["Case", "Name"],
        caseNames.map((each) => [each, code(inCase(each, source.trim()))]),
      );
    });
  },
};

function targetOf(words: string): CaseName | undefined {
  const found = target.exec(words);
  const text = found?.[1] ?? found?.[2] ?? found?.[3];
  if (text === undefined) return undefined;
  if (/^capitali/i.test(text)) return "Title Case";
  return asked.find(([, pattern]) => new RegExp(`^(?:${pattern})`, "i").test(text))?.[0];
}

function textOf(question: Question): string | undefined {
  const words = bare(question.words);
  const written = shapes.map((shape) => shape.exec(words)?.groups?.["text"]).find(Boolean);
  return subjectOf(question, written);
}
