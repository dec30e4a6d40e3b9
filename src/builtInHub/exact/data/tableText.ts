import { checkNames, checkText, DataProblem, lineCounter, type DataNode } from "./dataNode";

/** Cells as texts, each row with its line. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly { readonly cells: readonly string[]; readonly line: number }[];
  /** Some empty cells stand for a value that is null or missing. */
  readonly hasGaps?: boolean;
}

const truth = /^(?:true|false)$/;
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

export function readMarkdownTable(source: string): Table {
  const dashes = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
  const rows = source
    .trimEnd()
    .split(/\r?\n/)
    .map((text, at) => {
      const line = at + 1;
      if (text.includes("\\\\|")) throw new DataProblem(line, "`\\\\|` can be read in two ways.");
      const inner = text
        .trim()
        .replace(/^\|/, "")
        .replace(/(?<!\\)\|$/, "");
      const cells = inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
      return { cells, line, text };
    });
  const [head, second] = rows;
  if (!head?.text.includes("|") || !dashes.test(second?.text ?? "")) {
    throw new DataProblem(1, "this is not a Markdown table.");
  }
  return checkedTable(rows.toSpliced(1, 1), second?.cells.length);
}

/** Like `readCsv`, for text that nobody calls CSV: one column is none. */
export function readColumns(source: string): void {
  if (readCsv(source).head.length === 1) throw new DataProblem(1, "it has one column.");
}

/** Reads comma-separated values by the letter of RFC 4180, with the only mark that divides all rows alike. */
export function readCsv(source: string, marks = ",;\t|"): Table {
  const tables: Table[] = [];
  let problem: DataProblem | undefined;
  for (const mark of marks) {
    try {
      tables.push(checkedTable(rowsOf(source, mark)));
    } catch (error) {
      if (!(error instanceof DataProblem)) throw error;
      problem ??= error;
    }
  }
  const [table, other] = tables.filter(({ head }) => head.length > 1);
  if (other) throw new DataProblem(1, "more than one mark divides it into columns.");
  // Text that a mark divides unevenly is no single column.
  const found = table ?? (problem ? undefined : tables[0]);
  if (found) return found;
  throw problem!;
}

function rowsOf(source: string, mark: string): Table["rows"] {
  const text = source.replace(/^\uFEFF/, "").replace(/(?:\r?\n)+$/, "");
  const lineAt = lineCounter(text);
  const cell = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"|([^"\\r\\n${mark}]*))([${mark}]|\\r?\\n|$)`,
    "y",
  );
  const rows: { cells: string[]; line: number }[] = [];
  for (let isNewRow = true; ;) {
    const at = cell.lastIndex;
    const line = lineAt(at);
    const [, quoted, bare = "", end] = cell.exec(text) ?? [];
    const isBlank = isNewRow && quoted === undefined && bare === "" && end !== mark;
    const reason =
      end === undefined
        ? "a quotation mark is not closed or not doubled."
        : isBlank
          ? "the line is empty."
          : "a cell without quotation marks begins or ends with a space.";
    if (end === undefined || isBlank || bare !== bare.trim()) throw new DataProblem(line, reason);
    const value = quoted?.replaceAll('""', '"') ?? bare;
    if (isNewRow) rows.push({ cells: [value], line });
    else rows.at(-1)!.cells.push(value);
    if (end === "") return rows;
    isNewRow = end !== mark;
  }
}

function checkedTable([first, ...rows]: Table["rows"], dashes = first?.cells.length): Table {
  const { cells: head, line } = first ?? { cells: [], line: 1 };
  for (const row of rows) {
    const { length } = row.cells;
    if (length === head.length) continue;
    throw new DataProblem(row.line, `a row has ${length} cells, the first has ${head.length}.`);
  }
  if (rows.length === 0 || dashes !== head.length) {
    throw new DataProblem(line, "there are no rows below the names of the columns.");
  }
  checkNames(head.map((name) => [name, { line }]));
  return { head, rows };
}

/** A list of records; a column of nothing but numbers, or of true and false, is one in JSON too. */
export function recordsOf({ head, rows }: Table): DataNode {
  const columns = head.map((_, at) => rows.map(({ cells }) => cells[at]!).filter(Boolean));
  const isLiteral = columns.map((cells) =>
    [plainNumber, truth].some((pattern) => cells.every((cell) => pattern.test(cell))),
  );
  const items = rows.map(({ cells, line }) => {
    const members = cells.map((text, at) => {
      checkText(head[at]! + text, line);
      const kind = isLiteral[at] && text !== "" ? "literal" : "text";
      return [head[at]!, { kind, text, line }] as const;
    });
    return { kind: "record", line, members } as const;
  });
  return { kind: "list", line: 1, items };
}

/** The records of a list as rows. A null or missing value is an empty cell, unless an empty text is one too. */
export function tableOf(root: DataNode): Table {
  const items = root.kind === "list" ? root.items : [];
  const head = new Set<string>();
  for (const item of items) {
    if (item.kind !== "record") throw new DataProblem(item.line, "this is not a record.");
    for (const [name] of item.members) head.add(name);
  }
  if (head.size === 0) throw new DataProblem(root.line, "only a list of records can be a table.");
  const gaps = { text: 0, missing: 0 };
  const rows = items.map((item) => {
    const values = new Map(item.kind === "record" ? item.members : []);
    const cells = [...head].map((name) => cellOf(name, values.get(name), item.line, gaps));
    return { cells, line: item.line };
  });
  const { text, missing } = gaps;
  if (text > 0 && missing > 0) {
    const reason = "an empty text and a missing value would be the same empty cell.";
    throw new DataProblem(Math.max(text, missing), reason);
  }
  return { head: [...head], rows, hasGaps: missing > 0 };
}

/** Notes the first lines of both kinds of empty cells. */
function cellOf(
  name: string,
  value: DataNode | undefined,
  line: number,
  gaps: { text: number; missing: number },
): string {
  if (!value || (value.kind === "literal" && value.text === "null")) {
    gaps.missing ||= value?.line ?? line;
    return "";
  }
  if (value.kind === "list" || value.kind === "record") {
    throw new DataProblem(value.line, `no cell can hold the values of ${JSON.stringify(name)}.`);
  }
  checkText(name + value.text, value.line);
  if (value.text === "") gaps.text ||= value.line;
  return value.text;
}

export function writeCsv({ head, rows }: Table): string {
  // A row of one empty cell would be an empty line.
  const mustQuote = head.length === 1 ? /^$|[",\r\n]|^\s|\s$/ : /[",\r\n]|^\s|\s$/;
  const cell = (text: string) => (mustQuote.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [head, ...rows.map(({ cells }) => cells)].map((cells) => cells.map(cell).join());
  return lines.join("\n");
}

export function writeMarkdownTable({ head, rows }: Table): string {
  const dashes = `|${" --- |".repeat(head.length)}`;
  const written = rows.map(({ cells, line }) => markdownRow(cells, line));
  return [markdownRow(head, 1), dashes, ...written].join("\n");
}

function markdownRow(cells: readonly string[], line: number): string {
  if (cells.some((cell) => /^\s|\s$|[\r\n]|\\(?:$|\|)/.test(cell))) {
    const reason = "a Markdown table cannot hold the line breaks, spaces or backslashes of a cell.";
    throw new DataProblem(line, reason);
  }
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
