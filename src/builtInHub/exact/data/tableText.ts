import { checkNames, DataProblem, textNode, type DataNode } from "./dataNode";

interface Row {
  readonly cells: readonly string[];
  readonly at: number;
}

/** The rows of a list of records, the names first. */
export interface Table {
  readonly rows: readonly Row[];
  /** Some empty cells stand for a value that is null or missing. */
  readonly hasGaps: boolean;
}

const ordinaryName = /^[\p{L}\p{N}_ ./:%#-]+$/u;
const truth = /^(?:true|false)$/;
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

export function readMarkdownTable(source: string): DataNode {
  const dashes = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
  const lines = [...source.matchAll(/[^\r\n]+/g)];
  const [[head = ""] = [], [second = ""] = []] = lines;
  if (!head.includes("|") || !dashes.test(second) || /\n\s*\n\s*\S/.test(source.trim())) {
    throw new DataProblem(0, "this is not a Markdown table.");
  }
  const rows = lines.map(({ 0: text, index: at }) => {
    if (text.includes("\\\\|")) throw new DataProblem(at, "`\\\\|` can be read in two ways.");
    const [, inner = ""] = /^\s*\|?(.*?)(?:(?<!\\)\|)?\s*$/.exec(text) ?? [];
    const cells = inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
    return { cells, at };
  });
  return recordsOf(rows, 2);
}

/** Throws unless text that nobody calls CSV has columns with ordinary names. */
export function checkColumns(source: string): void {
  const names = tableOf(readCsv(source)).rows[0]!.cells;
  if (names.length > 1 && names.every((name) => ordinaryName.test(name))) return;
  throw new DataProblem(0, "these are no columns.");
}

/** Reads comma-separated values by the letter of RFC 4180, with the only mark that divides all rows alike. */
export function readCsv(source: string, marks = ",;\t|"): DataNode {
  const tables: DataNode[] = [];
  let problem: DataProblem | undefined;
  let table: DataNode | undefined;
  for (const mark of marks) {
    try {
      const rows = rowsOf(source, mark);
      tables.push(recordsOf(rows));
      if (rows[0]!.cells.length === 1) continue;
      if (table) throw new DataProblem(undefined, "It has two marks that divide it into columns.");
      table = tables.at(-1);
    } catch (error) {
      if (!(error instanceof DataProblem) || error.at === undefined) throw error;
      problem ??= error;
    }
  }
  // Text that a mark divides unevenly is no single column.
  const found = table ?? (problem ? undefined : tables[0]);
  if (found) return found;
  throw problem!;
}

function rowsOf(source: string, mark: string): Row[] {
  const text = source.replace(/(?:\r?\n)+$/, "");
  const pattern = `(?:"([^"]*(?:""[^"]*)*)"|([^"\\r\\n${mark}]*))([${mark}]|\\r?\\n|$)`;
  const cell = new RegExp(pattern, "y");
  const rows: { cells: string[]; at: number }[] = [];
  for (let isNewRow = true; ;) {
    const at = cell.lastIndex;
    const [, quoted, bare = "", end] = cell.exec(text) ?? [];
    if (end === undefined) throw new DataProblem(at, "a quotation mark is not closed or doubled.");
    if (quoted === undefined && isNewRow && bare === "" && end !== mark) {
      throw new DataProblem(at, "the line is empty.");
    }
    if (bare !== bare.trim()) throw new DataProblem(at, "a bare cell begins or ends with a space.");
    if (isNewRow) rows.push({ cells: [], at });
    rows.at(-1)!.cells.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === "") return rows;
    isNewRow = end !== mark;
  }
}

/** A list of records; a column of nothing but numbers, or of true and false, is one in JSON too. */
function recordsOf(all: readonly Row[], headRows = 1): DataNode {
  const { cells: head, at: start } = all[0]!;
  const uneven = all.find(({ cells }) => cells.length !== head.length);
  if (uneven) {
    const reason = `a row has ${uneven.cells.length} cells, the first has ${head.length}.`;
    throw new DataProblem(uneven.at, reason);
  }
  const rows = all.slice(headRows);
  if (rows.length === 0) throw new DataProblem(start, "no rows follow the names of the columns.");
  checkNames(head.map((name) => [name, textNode(start, name)]));
  const isLiteral = head.map((_, column) =>
    [plainNumber, truth].some((pattern) =>
      rows.every(({ cells }) => cells[column] === "" || pattern.test(cells[column]!)),
    ),
  );
  const items = rows.map(({ cells, at }): DataNode => {
    const members = cells.map((text, column) => {
      const isText = text === "" || !isLiteral[column];
      const node = isText ? textNode(at, text) : ({ kind: "literal", text, at } as const);
      return [head[column]!, node] as const;
    });
    return { kind: "record", at, members };
  });
  return { kind: "list", at: 0, items };
}

/** A null or missing value becomes an empty cell, unless an empty text is one too. */
export function tableOf(root: DataNode): Table {
  const items = root.kind === "list" ? root.items : [];
  const names = new Set<string>();
  for (const { at, ...item } of items) {
    if (item.kind !== "record") throw new DataProblem(at, "this is not a record.");
    for (const [name] of item.members) names.add(name);
  }
  if (names.size === 0) throw new DataProblem(root.at, "only a list of records can be a table.");
  let emptyText: number | undefined;
  let missing: number | undefined;
  const rows = items.map((item) => {
    const values = new Map(item.kind === "record" ? item.members : []);
    const cells = [...names].map((name) => {
      const value = values.get(name) ?? { kind: "literal", text: "null", at: item.at };
      if (value.kind === "list" || value.kind === "record") {
        throw new DataProblem(value.at, `no cell can hold the values of ${JSON.stringify(name)}.`);
      }
      const isMissing = value.kind === "literal" && value.text === "null";
      if (isMissing) missing ??= value.at;
      else if (value.text === "") emptyText ??= value.at;
      return isMissing ? "" : value.text;
    });
    return { cells, at: item.at };
  });
  if (emptyText !== undefined && missing !== undefined) {
    const reason = "an empty text and a missing value would be the same empty cell.";
    throw new DataProblem(Math.max(emptyText, missing), reason);
  }
  return { rows: [{ cells: [...names], at: root.at }, ...rows], hasGaps: missing !== undefined };
}

export function writeCsv({ rows }: Table): string {
  // A row of one empty cell would be an empty line.
  const mustQuote = rows[0]!.cells.length === 1 ? /^$|[",\r\n]|^\s|\s$/ : /[",\r\n]|^\s|\s$/;
  const cell = (text: string) => (mustQuote.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map(({ cells }) => cells.map(cell).join()).join("\n");
}

export function writeMarkdownTable({ rows }: Table): string {
  const written = rows.map(({ cells, at }) => {
    if (cells.some((cell) => /^\s|\s$|[\r\n]|\\(?:$|\|)/.test(cell))) {
      throw new DataProblem(at, "a cell has a line break, space or backslash that would be lost.");
    }
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  return written.toSpliced(1, 0, `|${" --- |".repeat(rows[0]!.cells.length)}`).join("\n");
}
