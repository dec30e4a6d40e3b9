import { checkNames, checkText, DataProblem, lineCounter, type DataNode } from "./dataNode";

/** Cells as texts, each row with its line. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly { readonly cells: readonly string[]; readonly line: number }[];
  /** Some empty cells stand for a value that is null or missing. */
  readonly hasGaps?: boolean;
}

const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Whether a row of dashes follows the first line. */
function isMarkdownTable(text: string): boolean {
  const [first = "", second = ""] = text.trimStart().split(/\r?\n/, 2);
  const dashes = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
  return first.includes("|") && second.includes("-") && dashes.test(second);
}

export function readMarkdownTable(source: string): Table {
  if (!isMarkdownTable(source)) throw new DataProblem(1, "this is not a Markdown table.");
  const lineAt = lineCounter(source);
  const skipped = /^\s*/.exec(source)?.[0].length ?? 0;
  const first = lineAt(skipped);
  const rows = source
    .trim()
    .split(/\r?\n/)
    .map((text, at) => {
      const line = first + at;
      if (text.includes("\\\\|")) throw new DataProblem(line, "`\\\\|` can be read in two ways.");
      const inner = text
        .trim()
        .replace(/^\|/, "")
        .replace(/(?<!\\)\|$/, "");
      const cells = inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
      return { cells, line };
    });
  return checkedTable(rows.toSpliced(1, 1), rows[1]?.cells.length);
}

/** Reads comma-separated values by the letter of RFC 4180, with the only mark that divides all rows alike. */
export function readCsv(source: string, isTabbed = false): Table {
  const tables: Table[] = [];
  const problems: DataProblem[] = [];
  for (const mark of isTabbed ? "\t" : ",;\t|") {
    try {
      tables.push(checkedTable(rowsOf(source, mark)));
    } catch (error) {
      if (!(error instanceof DataProblem)) throw error;
      problems.push(error);
    }
  }
  const [table, other] = tables.filter(({ head }) => head.length > 1);
  if (other) throw new DataProblem(1, "more than one mark divides it into columns.");
  // Text that one mark divides unevenly is no single column either.
  if (table) return table;
  if (problems[0]) throw problems[0];
  return tables[0]!;
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
    if (end === undefined)
      throw new DataProblem(line, "a quotation mark is not closed or not doubled.");
    if (quoted === undefined && bare !== bare.trim()) {
      throw new DataProblem(
        line,
        "a cell begins or ends with a space; put it in quotation marks, or remove the space.",
      );
    }
    if (quoted === undefined && isNewRow && bare === "" && end !== mark) {
      throw new DataProblem(line, "the line is empty.");
    }
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
  checkNames(head, () => line);
  return { head, rows };
}

/** A list of records; a column of nothing but numbers, or of true and false, is one in JSON too. */
export function recordsOf({ head, rows }: Table): DataNode {
  const isLiteral = head.map((_, at) => {
    const held = rows.map(({ cells }) => cells[at]!).filter((cell) => cell !== "");
    const isOf = (pattern: RegExp) => held.length > 0 && held.every((cell) => pattern.test(cell));
    return isOf(plainNumber) || isOf(/^(?:true|false)$/);
  });
  const items = rows.map(({ cells, line }): DataNode => {
    const members = head.map((name, at): readonly [string, DataNode] => {
      const text = cells[at]!;
      checkText(name + text, line);
      return [name, { kind: isLiteral[at] && text !== "" ? "literal" : "text", text, line }];
    });
    return { kind: "record", line, members };
  });
  return { kind: "list", line: 1, items };
}

/** The records of a list as rows. A null or missing value is an empty cell, unless an empty text is one too. */
export function tableOf(root: DataNode): Table {
  if (root.kind !== "list" || root.items.length === 0) {
    throw new DataProblem(root.line, "only a list of records can be a table.");
  }
  const records = root.items.map((item) => {
    if (item.kind !== "record") throw new DataProblem(item.line, "this is not a record.");
    return { values: new Map(item.members), line: item.line };
  });
  const head = [...new Set(records.flatMap(({ values }) => [...values.keys()]))];
  if (head.length === 0) throw new DataProblem(root.line, "there are no columns.");
  let emptyText: number | undefined;
  let missing: number | undefined;
  const rows = records.map(({ values, line }) => {
    const cells = head.map((name) => {
      const value = values.get(name);
      if (value?.kind === "list" || value?.kind === "record") {
        throw new DataProblem(
          value.line,
          `${JSON.stringify(name)} is more than one value, which no cell can hold.`,
        );
      }
      if (value?.kind === "text" && value.text === "") emptyText ??= value.line;
      const isMissing = !value || (value.kind === "literal" && value.text === "null");
      if (isMissing) missing ??= value?.line ?? line;
      if (value) checkText(name + value.text, value.line);
      return isMissing ? "" : value.text;
    });
    return { cells, line };
  });
  if (emptyText !== undefined && missing !== undefined) {
    throw new DataProblem(
      Math.max(emptyText, missing),
      "an empty text and a missing value would be the same empty cell.",
    );
  }
  return { head, rows, hasGaps: missing !== undefined };
}

export function writeCsv({ head, rows }: Table): string {
  // A row of one empty cell would be an empty line.
  const cell = (text: string) =>
    /[",;|\t\r\n]|^\s|\s$/.test(text) || (head.length === 1 && text === "")
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  return [head, ...rows.map(({ cells }) => cells)]
    .map((cells) => cells.map(cell).join(","))
    .join("\n");
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
