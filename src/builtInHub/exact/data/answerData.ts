import { count, fence, paragraphs } from "../../markdown";
import { DataProblem, lineOf, writeJson, type DataNode } from "./dataNode";
import type { DataRequest, Format } from "./dataRequest";
import { checkJson, formatJson, readJson } from "./jsonText";
import {
  checkColumns,
  readCsv,
  readMarkdownTable,
  tableOf,
  writeCsv,
  writeMarkdownTable,
} from "./tableText";
import { writeYaml } from "./writeYaml";
import { checkCollection, checkYaml, formatYaml, readYaml } from "./yamlText";

/** UTF-16 units of a text in which names that stand twice are looked for. */
const maxCompared = 2_000_000;
const readers = {
  JSON: (source: string) => ({ root: readJson(source), notes: [] }),
  YAML: readYaml,
  CSV: (source: string) => ({ root: readCsv(source), notes: [] }),
  TSV: (source: string) => ({ root: readCsv(source, "\t"), notes: [] }),
  Markdown: (source: string) => ({ root: readMarkdownTable(source), notes: [] }),
} satisfies Record<Format, (source: string) => { root: DataNode; notes: readonly string[] }>;

/** Converts, formats or checks; a document that this would change is refused with its line. */
export function answerData(
  { act, to }: DataRequest,
  source: string,
  format: Format | undefined,
): string {
  try {
    if (act === "convert") return converted(source, format ?? detect(source), to);
    const isYaml = format === "YAML";
    (isYaml ? checkYaml : checkJson)(source);
    if (act === "check") return isYaml ? "Valid YAML." : jsonInWords(source);
    const text = isYaml ? formatYaml(source) : formatJson(source, act === "minify" ? "" : "  ");
    const block = fence(text, isYaml ? "yaml" : "json");
    const done = `Valid ${format}, ${act === "minify" ? "minified" : "formatted"}:`;
    return paragraphs(done, block, !isYaml && flaw(source));
  } catch (error) {
    if (!(error instanceof DataProblem)) throw error;
    const opening = {
      convert: "This cannot be converted exactly.",
      format: `This ${format} cannot be formatted.`,
      minify: "This JSON cannot be minified.",
      check: `Not valid ${format}.`,
    }[act];
    return `${opening} ${inWords(error, source)}`;
  }
}

function converted(source: string, from: Format, to: Format): string {
  if (from === to) throw new DataProblem(undefined, `Its format is ${nameOf(from)} already.`);
  const { root, notes } = readers[from](source);
  const isTyped = from !== "JSON" && from !== "YAML" && (to === "JSON" || to === "YAML");
  let block: string;
  let hasGaps = false;
  if (to === "JSON") block = fence(formatJson(writeJson(root), "  "), "json");
  else if (to === "YAML") block = fence(writeYaml(root), "yaml");
  else {
    const table = tableOf(root);
    ({ hasGaps } = table);
    block =
      to === "Markdown"
        ? fence(writeMarkdownTable(table), "markdown")
        : fence(writeCsv(table), "csv");
  }
  return paragraphs(
    `${nameOf(from)} as ${nameOf(to)}:`,
    block,
    ...notes,
    isTyped && "Columns of nothing but numbers are numbers, the others are text.",
    hasGaps && "Null and missing values are empty cells.",
  );
}

function jsonInWords(source: string): string {
  const value = JSON.parse(source) as unknown;
  const isObject = typeof value === "object" && value !== null;
  const kind = isObject ? "an object" : "a single value";
  const held = Array.isArray(value) ? `an array of ${count(value.length, "element")}` : kind;
  return paragraphs(`Valid JSON: ${held}.`, flaw(source));
}

/** The only format that a text can be read in; JSON is YAML too, and the same document. */
function detect(source: string): Format {
  if (/^\s*[[{]/.test(source) && isWritten(source, checkJson)) return "JSON";
  const found: Format[] = [];
  if (isWritten(source, readMarkdownTable)) found.push("Markdown");
  if (isWritten(source, checkColumns)) found.push("CSV");
  // Objects of programming languages and style sheets can be read as YAML, but are none.
  const looksLikeCode = /^\s*[[{]|[;{,]\s*$/m.test(source);
  if (!looksLikeCode && isWritten(source, checkCollection)) found.push("YAML");
  const [first, second] = found;
  if (first && !second) return first;
  const which = first ? found.map(nameOf).join(" as well as ") : "none of the known formats";
  throw new DataProblem(undefined, `It can be read as ${which}; name it, as in \`csv to json\`.`);
}

function isWritten(source: string, read: (source: string) => unknown): boolean {
  try {
    read(source);
    return true;
  } catch (error) {
    if (error instanceof DataProblem) return false;
    throw error;
  }
}

/** What a conversion would refuse in valid JSON, such as a name that stands twice. */
function flaw(source: string): string | undefined {
  if (source.length > maxCompared) return undefined;
  try {
    readJson(source);
    return undefined;
  } catch (error) {
    if (error instanceof DataProblem) return inWords(error, source);
    throw error;
  }
}

/** The line and its text, with a mark below the place. */
function inWords({ at, message }: DataProblem, source: string): string {
  if (at === undefined) return message;
  const start = source.slice(0, at).lastIndexOf("\n") + 1;
  const from = Math.max(start, at - 60);
  const [text = ""] = source.slice(from, at + 20).split(/\r?\n/, 1);
  const excerpt = `${text.toWellFormed()}\n${" ".repeat(at - from)}^`;
  return paragraphs(`Line ${lineOf(source, at)}: ${message}`, fence(excerpt, "text"));
}

function nameOf(format: Format): string {
  return format === "Markdown" ? "Markdown table" : format;
}
