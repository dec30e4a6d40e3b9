import { looksLikeJson, looksLikeYaml } from "../reading/dataShape";
import { code, count, fence, paragraphs } from "../reading/markdown";
import type { Question } from "../reading/question";
import { subjectOf } from "../reading/request";
import { inTime, type Ability } from "./ability";
import type { JsonProblem } from "./jsonText";

/** UTF-16 units of a text in which names given twice are looked for. */
const maxCompared = 2_000_000;
const acts =
  /\b(?:format|pretty|prettify|beautify|minif\w*|compact|one line|single line|indent\w*|validate|valid|invalid|lint|check|parse|repair|fix|sort|sorted|clean|convert|turn|transform|comments?|trailing commas?|ya?ml)\b/i;
/** What data can be turned into, but not by rules. */
const otherTarget =
  /\b(?:to|into|as|in)\s+(?:an?\s+)?(?:\w+\s+)?(?:typescript|interfaces?|types?|class(?:es)?|xml|toml|sql|schema|structs?|dict(?:ionary)?|html|zod|ini|array of)\b/i;
const toYaml = /\b(?:to|as|into|in)\s+(?:a\s+)?ya?ml\b/i;
const toJson = /\b(?:to|as|into|in)\s+(?:\w+\s+)?json\b/i;

export const json: Ability = {
  id: 31,
  name: "JSON and YAML",
  text: "Validates JSON and YAML and says where and why they are wrong; formats, minifies or sorts JSON and turns one into the other without touching a number. Comments and trailing commas are removed on the way.",
  example: 'format: {"a":1,"b":[true,null]}',
  opening: 'Format {"a":1,"b":[true,null]}',
  suits(question) {
    const { words } = question;
    if (/\b(?:csv|tsv|tables?|markdown)\b/i.test(words) || otherTarget.test(words)) return "none";
    const text = sourceOf(question) ?? question.text;
    const isJson = looksLikeJson(text);
    const names = /\b(?:json|jsonc|json5|ya?ml)\b/i.test(words);
    const isBare = words === "" || words === question.text.trim();
    if (isBare) return isJson ? "certain" : "none";
    const isYaml = question.isAttached && looksLikeYaml(text);
    if (isJson && (acts.test(words) || /^(?:as|to)?\s*json[.?!]?$/i.test(words))) return "certain";
    if (isYaml && names && acts.test(words)) return "certain";
    if (isYaml && toJson.test(words)) return "certain";
    if (question.isAttached && names && acts.test(words)) return "clear";
    return names && /^(?:format|minify|validate|pretty|sort|convert|beautify)\b/i.test(words)
      ? "clear"
      : "none";
  },
  async answer(question, { isBrief }) {
    const { words } = question;
    const source = sourceOf(question);
    if (source === undefined) return "Select the JSON, or write it after `format:`.";
    if (toYaml.test(words) && looksLikeJson(source)) return asYaml(source, isBrief);
    if (isYamlMeant(question, source)) return fromYaml(source, words, isBrief);
    const text = await import("./jsonText");
    return inTime(() => {
      const read = text.readJson(source);
      if (!("problem" in read)) {
        return written(text, source, read.value, words, isBrief);
      }
      const told = `Not valid JSON. ${place(source, read.problem)}`;
      const relaxed = text.readJson(source, true);
      if (!("problem" in relaxed)) {
        const repaired = written(text, source, relaxed.value, words, isBrief, true);
        const isForRepair = /\b(?:fix|repair|remove|strip|clean)\b/i.test(words);
        return isBrief || isForRepair ? repaired : paragraphs(told, repaired);
      }
      const isSame = relaxed.problem.at === read.problem.at;
      return paragraphs(
        told,
        !isSame && `Apart from comments and trailing commas: ${place(source, relaxed.problem)}`,
      );
    });
  },
};

/** JSON by itself is the text, whatever stands in quotation marks in it. */
function sourceOf(question: Question): string | undefined {
  return !question.isAttached && looksLikeJson(question.text) ? question.text : subjectOf(question);
}

function isYamlMeant({ words, language }: Question, source: string): boolean {
  if (looksLikeJson(source)) return false;
  return /\bya?ml\b/i.test(words) || language === "yaml" || looksLikeYaml(source);
}

async function asYaml(source: string, isBrief: boolean): Promise<string> {
  const [{ readJson }, { yamlFromJson }] = await Promise.all([
    import("./jsonText"),
    import("./yamlText"),
  ]);
  return inTime(() => {
    const read = readJson(source);
    if ("problem" in read) return `Not valid JSON. ${place(source, read.problem)}`;
    const block = fence(yamlFromJson(source), "yaml");
    return isBrief ? block : paragraphs("As YAML:", block);
  });
}

async function fromYaml(source: string, words: string, isBrief: boolean): Promise<string> {
  const [{ formatted }, { jsonFromYaml, YamlProblem }] = await Promise.all([
    import("./jsonText"),
    import("./yamlText"),
  ]);
  return inTime(() => {
    try {
      const { json: text, documents } = jsonFromYaml(source);
      const block = fence(formatted(text, isMinified(words) ? "" : indentOf(words)), "json");
      if (isBrief) return block;
      return paragraphs(
        `Valid YAML${documents > 1 ? ` of ${documents} documents` : ""}. As JSON:`,
        block,
      );
    } catch (error) {
      if (!(error instanceof YamlProblem)) throw error;
      const [message = "", ...excerpt] = error.message.split("\n");
      return paragraphs(
        `Not valid YAML. ${message.replace(/:$/, "")}.`,
        excerpt.length > 0 && fence(excerpt.join("\n").trim(), "text"),
      );
    }
  });
}

function written(
  { formatted, sortedByName, repeatedNames }: typeof import("./jsonText"),
  source: string,
  value: unknown,
  words: string,
  isBrief: boolean,
  wasRepaired = false,
): string {
  const isSorted = /\bsort/i.test(words);
  const indent = isMinified(words) ? "" : indentOf(words);
  const block = fence(formatted(isSorted ? sortedByName(source) : source, indent), "json");
  if (isBrief) return block;
  const repeated = source.length > maxCompared ? [] : repeatedNames(source);
  const done = indent === "" ? "minified" : "formatted";
  const how = isSorted ? `${done}, its keys sorted` : done;
  return paragraphs(
    wasRepaired
      ? `Without its comments and trailing commas it is valid; ${how}:`
      : `Valid JSON, ${how}:`,
    block,
    `${contents(value)} Numbers and strings are as they were.`,
    repeated.length > 0 &&
      `Names given twice, of which most readers keep the last: ${repeated.slice(0, 20).map(code).join(", ")}.`,
  );
}

function place(source: string, { at, message }: JsonProblem): string {
  const before = source.slice(0, at).split("\n");
  const line = before.length;
  const column = (before.at(-1) ?? "").length;
  const text = (source.slice(at - column).split("\n", 1)[0] ?? "").replace(/\r$/, "");
  const from = Math.max(0, column - 60);
  const pointer = `${text.slice(from, column + 20).toWellFormed()}\n${" ".repeat(column - from)}^`;
  return paragraphs(`Line ${line}, column ${column + 1}: ${message}.`, fence(pointer, "text"));
}

function isMinified(words: string): boolean {
  return /\b(?:minif|compact|one line|single line)/i.test(words);
}

function indentOf(words: string): string {
  if (/\btabs?\b/i.test(words)) return "\t";
  const spaces =
    /\b([1-8])\s*(?:spaces?|blanks?)\b|\bindent(?:ed|ation)?\s*(?:of|by|=|:)?\s*([1-8])\b/i.exec(
      words,
    );
  return " ".repeat(Number(spaces?.[1] ?? spaces?.[2] ?? 2));
}

function contents(value: unknown): string {
  if (Array.isArray(value)) return `An array of ${count(value.length, "element")}.`;
  if (typeof value !== "object" || value === null) return "A single value.";
  return `An object of ${count(Object.keys(value).length, "member")}.`;
}
