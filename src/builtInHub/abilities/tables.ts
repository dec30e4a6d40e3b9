import type { Ability } from "./ability";
import { readCsv, readMarkdownTable, writeCsv } from "../reading/csv";
import { readJson, type JsonNode } from "../reading/jsonTree";
import { writeJson } from "../reading/jsonWriter";
import { count, fence, paragraphs, table } from "../reading/markdown";
import { materialOf } from "../reading/question";

type Format = "Markdown" | "CSV" | "JSON";

interface Data {
  readonly from: Format;
  readonly rows: readonly (readonly string[])[];
}

export const tables: Ability = {
  id: 32,
  name: "Tables",
  text: "Turns CSV, TSV, a JSON array or a Markdown table into a Markdown table, CSV or JSON.",
  example: "as a table:\nname,size\ncart.ts,12\nlist.ts,7",
  tools: [],
  suits: ({ words, text }) =>
    /\b(?:table|csv|tsv)\b/i.test(words) || readMarkdownTable(text) !== undefined || isCsv(text),
  answer(question, { isBrief }) {
    const source = materialOf(question, (text) => dataOf(text) !== undefined);
    const data = source === undefined ? undefined : dataOf(source);
    if (!data) return "Select CSV, TSV, a JSON array of objects or a Markdown table.";
    const [head = [], ...rows] = data.rows;
    const target = wanted(question.words, data.from);
    const uneven = rows.filter((row) => row.length !== head.length).length;
    const block =
      target === "Markdown"
        ? fence(table(head, rows), "markdown")
        : target === "CSV"
          ? fence(writeCsv(data.rows), "csv")
          : fence(writeJson(asJson(head, rows), "  "), "json");
    if (isBrief) return block;
    return paragraphs(
      `${data.from} read: ${count(head.length, "column")}, ${count(rows.length, "row")}. As ${target}:`,
      block,
      uneven > 0 &&
        `${count(uneven, "row")} had more or fewer cells than the head; cells that are missing are empty.`,
      target === "JSON" &&
        data.from !== "JSON" &&
        "Cells that are numbers, true, false or null in JSON are written as such.",
    );
  },
};

/** The requested format: the last one named, as in *from JSON to CSV*; else the most useful one. */
function wanted(words: string, from: Format): Format {
  const named = [...words.matchAll(/\b(markdown|md|table|csv|json)\b/gi)].map(([, name = ""]) =>
    name.toLowerCase(),
  );
  const formats = named.map((name): Format =>
    name === "csv" ? "CSV" : name === "json" ? "JSON" : "Markdown",
  );
  return (
    formats.findLast((format) => format !== from) ?? (from === "Markdown" ? "CSV" : "Markdown")
  );
}

function dataOf(text: string): Data | undefined {
  const markdown = readMarkdownTable(text);
  if (markdown) return { from: "Markdown", rows: markdown };
  if (/^\s*[[{]/.test(text)) {
    const rows = rowsOfJson(text);
    return rows && { from: "JSON", rows };
  }
  const csv = text.includes("\n") ? readCsv(text) : undefined;
  return csv && { from: "CSV", rows: csv.rows };
}

function rowsOfJson(text: string): string[][] | undefined {
  let tree: JsonNode;
  try {
    tree = readJson(text, true);
  } catch {
    return undefined;
  }
  const items = tree.kind === "array" ? tree.items : tree.kind === "object" ? [tree] : [];
  if (items.length === 0 || !items.every((item) => item.kind === "object")) return undefined;
  const records = items.map(
    ({ members }) => new Map(members.map(([key, held]) => [plain(key), held])),
  );
  const head = [...new Set(records.flatMap((record) => [...record.keys()]))];
  return [head, ...records.map((record) => head.map((key) => cellOf(record.get(key))))];
}

function cellOf(node: JsonNode | undefined): string {
  if (!node || (node.kind === "scalar" && node.raw === "null")) return "";
  return node.kind === "scalar" ? plain(node.raw) : writeJson(node, "");
}

function plain(raw: string): string {
  return raw.startsWith('"') ? (JSON.parse(raw) as string) : raw;
}

function asJson(head: readonly string[], rows: readonly (readonly string[])[]): JsonNode {
  return {
    kind: "array",
    items: rows.map((row) => ({
      kind: "object",
      members: head.map((key, at) => [JSON.stringify(key), scalarOf(row[at] ?? "")]),
    })),
  };
}

function scalarOf(text: string): JsonNode {
  const isBare = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(text);
  return { kind: "scalar", raw: isBare ? text : JSON.stringify(text) };
}

function isCsv(text: string): boolean {
  const rows = text.includes("\n") ? readCsv(text)?.rows : undefined;
  return (
    rows !== undefined && rows.length > 1 && rows.every((row) => row.length === rows[0]?.length)
  );
}
