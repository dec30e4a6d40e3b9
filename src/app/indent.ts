export interface FileStyle {
  /** White space that the target's first line begins with. */
  baseIndent: string;
  /** True where the insertion begins behind that white space already. */
  afterIndent: boolean;
  /** Absent: lines are indented as they came. */
  insertSpaces?: boolean;
  tabSize: number;
}

/** Text of an answer with the file's own indentation; what is indented already stays as it is. */
export function fitIndent(text: string, style: FileStyle): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) => convert(line, style));
  const used = lines.filter((line) => line.trim() !== "");
  const flush = used.some((line) => !/^\s/.test(line));
  if (style.baseIndent === "" || !flush) return lines.join("\n");
  return lines
    .map((line, index) => {
      if (line.trim() === "" || (index === 0 && style.afterIndent)) return line;
      return style.baseIndent + line;
    })
    .join("\n");
}

function convert(line: string, { insertSpaces, tabSize }: FileStyle): string {
  const [indent = ""] = /^[ \t]*/.exec(line) ?? [];
  if (insertSpaces === undefined) return line;
  if (insertSpaces ? !indent.includes("\t") : !indent.startsWith(" ".repeat(tabSize))) return line;
  const columns = [...indent].reduce(
    (width, char) => (char === "\t" ? width + tabSize - (width % tabSize) : width + 1),
    0,
  );
  const fitted = insertSpaces
    ? " ".repeat(columns)
    : "\t".repeat(Math.floor(columns / tabSize)) + " ".repeat(columns % tabSize);
  return fitted + line.slice(indent.length);
}
