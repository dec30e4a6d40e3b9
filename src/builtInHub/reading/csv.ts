/** Rows of cells separated by a comma, semicolon, tab or bar, with quoting (RFC 4180). */
export function readCsv(text: string): { rows: string[][]; separator: string } | undefined {
  const separator = [",", "\t", ";", "|"]
    .map((mark) => ({ mark, rows: rowsOf(text, mark) }))
    .filter(({ rows }) => (rows[0]?.length ?? 0) > 1)
    .toSorted((a, b) => evenness(b.rows) - evenness(a.rows))[0];
  return separator && { rows: separator.rows, separator: separator.mark };
}

export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quoted).join(",")).join("\n");
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The rows of a Markdown table; `undefined` if the text is not one. */
export function readMarkdownTable(text: string): string[][] | undefined {
  const lines = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.trim());
  if (lines.length < 2 || !/^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/.test(lines[1] ?? ""))
    return undefined;
  if (!lines[0]?.includes("|")) return undefined;
  return lines
    .filter((_, at) => at !== 1)
    .map((line) =>
      line
        .replace(/^\|/, "")
        .replace(/(?<!\\)\|$/, "")
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll("\\|", "|")),
    );
}

/** Share of rows as wide as the first; wider tables first if that is equal. */
function evenness(rows: readonly string[][]): number {
  const width = rows[0]?.length ?? 0;
  return rows.filter((row) => row.length === width).length / rows.length + width / 1000;
}

function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let cell = "";
  let isQuoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = "";
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (isQuoted) {
      if (character === '"' && text[at + 1] === '"') cell += text[(at += 1)];
      else if (character === '"') isQuoted = false;
      else cell += character;
    } else if (character === '"' && cell.trim() === "") {
      isQuoted = true;
      cell = "";
    } else if (character === separator) endCell();
    else if (character === "\n") {
      endCell();
      rows.push([]);
    } else if (character !== "\r") cell += character;
  }
  endCell();
  return rows
    .filter((row) => row.length > 1 || row[0]?.trim() !== "")
    .map((row) => row.map((held) => held.trim()));
}
