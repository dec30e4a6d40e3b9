import { count, paragraphs } from "../../markdown";
import { DataProblem, writeJson, type DataNode } from "./dataNode";
import type { Format } from "./dataRequest";
import { checkJson, formatJson, readJson } from "./jsonText";
import {
  readColumns,
  readCsv,
  readMarkdownTable,
  recordsOf,
  tableOf,
  writeCsv,
  writeMarkdownTable,
  type Table,
} from "./tableText";
import { writeYaml } from "./writeYaml";
import { checkCollection, countDocuments, formatYaml, readYaml } from "./yamlText";

/** A document in its new form. */
export interface Written {
  readonly opening: string;
  readonly text: string;
  readonly language: string;
  readonly notes: readonly string[];
}

/** A document as a tree or as cells. */
type Data = { readonly notes: readonly string[] } & (
  | { readonly root: DataNode }
  | { readonly table: Table }
);

/** UTF-16 units of a text in which flaws are looked for. */
const maxCompared = 2_000_000;

/** Writes a document in another format; throws a `DataProblem` where that would change it. */
export function convert(source: string, named: Format | undefined, to: Format): Written {
  const from = named ?? detect(source);
  if (from === to) throw new DataProblem(undefined, `It is ${nameOf(from)} already.`);
  const data = read(source, from);
  const opening = `${nameOf(from)} as ${nameOf(to)}:`;
  if (to === "JSON" || to === "YAML") {
    const root = "root" in data ? data.root : recordsOf(data.table);
    const typed = "Columns of nothing but numbers are numbers, the others are text.";
    const notes = "root" in data ? data.notes : [typed];
    const text = to === "JSON" ? formatJson(writeJson(root), "  ") : writeYaml(root);
    return { opening, text, language: to.toLowerCase(), notes };
  }
  const table = "table" in data ? data.table : tableOf(data.root);
  const notes = table.hasGaps
    ? [...data.notes, "Null and missing values are empty cells."]
    : data.notes;
  return to === "Markdown"
    ? { opening, text: writeMarkdownTable(table), language: "markdown", notes }
    : { opening, text: writeCsv(table), language: "csv", notes };
}

/** Formats JSON or YAML; throws a `DataProblem` if it is not valid. */
export function format(source: string, from: "JSON" | "YAML"): Written {
  if (from === "JSON") checkJson(source);
  const text = from === "JSON" ? formatJson(source, "  ") : formatYaml(source);
  const notes = from === "JSON" ? flaws(source) : [];
  return { opening: `Valid ${from}, formatted:`, text, language: from.toLowerCase(), notes };
}

export function minify(source: string): Written {
  checkJson(source);
  const text = formatJson(source, "");
  return { opening: "Valid JSON, minified:", text, language: "json", notes: flaws(source) };
}

/** What valid JSON or YAML holds; throws a `DataProblem` if it is not valid. */
export function check(source: string, from: "JSON" | "YAML"): string {
  if (from === "YAML") {
    const documents = countDocuments(source);
    return documents > 1 ? `Valid YAML: ${documents} documents.` : "Valid YAML.";
  }
  checkJson(source);
  const value = JSON.parse(source) as unknown;
  const held = Array.isArray(value)
    ? `an array of ${count(value.length, "element")}`
    : typeof value === "object" && value !== null
      ? "an object"
      : "a single value";
  return paragraphs(`Valid JSON: ${held}.`, ...flaws(source));
}

/** The only format that a text can be read in; JSON is YAML too, and the same document. */
function detect(source: string): Format {
  if (/^\s*[[{]/.test(source) && isWritten(source, checkJson)) return "JSON";
  const found = (["Markdown", "CSV", "YAML"] as const).filter((each) =>
    isWritten(
      source,
      { Markdown: readMarkdownTable, CSV: readColumns, YAML: checkCollection }[each],
    ),
  );
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

function read(source: string, from: Format): Data {
  if (from === "JSON") return { root: readJson(source), notes: [] };
  if (from === "YAML") return readYaml(source);
  const table =
    from === "Markdown"
      ? readMarkdownTable(source)
      : readCsv(source, from === "TSV" ? "\t" : undefined);
  return { table, notes: [] };
}

/** What a conversion would refuse, such as a name that stands twice. */
function flaws(source: string): string[] {
  if (source.length > maxCompared) return [];
  try {
    readJson(source);
    return [];
  } catch (error) {
    if (error instanceof DataProblem) return [error.message];
    throw error;
  }
}

function nameOf(format: Format): string {
  return format === "Markdown" ? "Markdown table" : format;
}
