import papaparse from "papaparse";
import { columnsOf, isMarkdownTable, looksLikeJson } from "../reading/dataShape";
import { formatted, listIn, recordsIn } from "./jsonText";

export type Format = "Markdown" | "CSV" | "JSON" | "YAML";

export interface Data {
  readonly from: Format;
  /** Unique and not empty. */
  readonly head: readonly string[];
  /** As wide as the head. */
  readonly rows: readonly (readonly string[])[];
  /** What had to be changed to get there, in sentences. */
  readonly notes: readonly string[];
}

/** The table that a text is; `undefined` if it is none. */
export function readTable(text: string): Data | undefined {
  if (isMarkdownTable(text)) return fromRows("Markdown", markdownRows(text));
  if (looksLikeJson(text)) {
    const list = listIn(text);
    const rows = jsonRows(list?.text ?? text);
    return rows && fromRows("JSON", rows, list && leftOut(list));
  }
  const delimitersToGuess = [",", "\t", ";", "|"];
  const { data } = papaparse.parse<string[]>(text, { delimitersToGuess, skipEmptyLines: true });
  const isTable = columnsOf(text) > 1 || (data.length > 1 && (data[0]?.length ?? 0) > 1);
  return isTable ? fromRows("CSV", data) : undefined;
}

/** Comma-separated values with quoting where it is needed (RFC 4180). */
export function csvOf({ head, rows }: Data): string {
  return papaparse.unparse([[...head], ...rows.map((row) => [...row])], { newline: "\n" });
}

/** An array of objects; cells that are JSON numbers, true, false or null are written as such. */
export function jsonOf({ head, rows }: Data): string {
  const objects = rows.map((row) => {
    const members = head.map((name, at) => `${JSON.stringify(name)}:${scalar(row[at] ?? "")}`);
    return `{${members.join()}}`;
  });
  return formatted(`[${objects.join()}]`, "  ");
}

function leftOut({ name, others }: { name: string; others: string[] }): string[] {
  const names = others.map((other) => `\`${other}\``).join(", ");
  return names === "" ? [] : [`These are the rows of \`${name}\`, without ${names}.`];
}

function fromRows(
  from: Format,
  all: readonly (readonly string[])[],
  told: readonly string[] = [],
): Data {
  const [first = [], ...rows] = all;
  const width = all.reduce((most, row) => Math.max(most, row.length), 0);
  const uneven = rows.filter((row) => row.length !== first.length).length;
  const taken = new Set<string>();
  const head = Array.from({ length: width }, (_, at) =>
    unused(first[at] || `column ${at + 1}`, taken),
  );
  const renamed = head.filter((name, at) => (first[at] ?? "") !== name);
  return {
    from,
    head,
    rows: rows.map((row) => head.map((_, at) => row[at] ?? "")),
    notes: [
      ...told,
      ...(uneven > 0
        ? [
            `${uneven === 1 ? "1 row has" : `${uneven} rows have`} more or fewer cells than the head; missing cells are empty.`,
          ]
        : []),
      ...(renamed.length > 0
        ? [
            `Columns without a name of their own are called ${renamed.map((name) => `\`${name}\``).join(", ")}.`,
          ]
        : []),
    ],
  };
}

function unused(name: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}_${number}`;
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    return candidate;
  }
}

function markdownRows(text: string): string[][] {
  return text
    .trim()
    .split(/\r?\n/)
    .filter((line, at) => at !== 1 && line.trim() !== "")
    .map((line) =>
      line
        .trim()
        .replace(/^\|/, "")
        .replace(/(?<!\\)\|$/, "")
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll("\\|", "|")),
    );
}

function jsonRows(text: string): string[][] | undefined {
  const records = recordsIn(text);
  if (!records || records.length === 0) return undefined;
  const head = [...new Set(records.flatMap((record) => [...record.keys()]))];
  return [head, ...records.map((record) => head.map((name) => record.get(name) ?? ""))];
}

function scalar(text: string): string {
  const isBare = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(text);
  return isBare ? text : JSON.stringify(text);
}
