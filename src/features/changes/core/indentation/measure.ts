import { sourceLines } from "./sourceLines";

/** A line of an answer, with its indentation in columns. */
export interface MeasuredLine {
  readonly text: string;
  readonly width: number;
  /** A continued comment moves with the line that it begins in, like a docstring. */
  readonly kind: "code" | "string" | "comment" | "blank";
  /** The line in which a string or comment begins; else the line itself. */
  readonly opener: number;
  /** True if it continues a statement, or is a comment: its indentation has no meaning. */
  readonly continues: boolean;
}

export interface MeasuredText {
  readonly lines: readonly MeasuredLine[];
  /** Columns per tab. */
  readonly tab: number;
  /** True where all levels are tabs. */
  readonly tabs: boolean;
}

interface Given {
  languageId: string;
  /** False for a language without multi-line strings. */
  strings: boolean;
  /** Columns per tab if the text does not tell. */
  tab: number;
}

/** True if indentation alone defines blocks, and an open bracket continues a statement. */
export function isOffside(languageId: string): boolean {
  return languageId === "python";
}

export function measure(
  texts: readonly string[],
  { languageId, strings, tab: usual }: Given,
): MeasuredText {
  const read = strings ? sourceLines(texts, languageId) : [];
  const isCode = (index: number): boolean => (read[index]?.kind ?? "code") === "code";
  const indents = texts.map(blanksOf).filter((blanks, index) => blanks !== "" && isCode(index));
  const spaces = indents.filter((blanks) => blanks.startsWith("  ")).map(({ length }) => length);
  const tabs = indents.some((blanks) => blanks.startsWith("\t")) && spaces.length === 0;
  // If both are used, a tab most likely stands for the smallest step.
  const tab = spaces.reduce((least, length) => Math.min(least, length), tabs ? usual : 8);
  const lines = texts.map((text, index): MeasuredLine => {
    const { kind = "code", opener = index, depth = 0 } = read[index] ?? {};
    const before = texts[index - 1] ?? "";
    const goesOn = depth > 0 || before.endsWith("\\");
    return {
      text,
      width: columns(blanksOf(text), tab),
      kind: kind === "code" && text.trim() === "" ? "blank" : kind,
      opener,
      continues: isOffside(languageId) && (goesOn || /^\s*#/.test(text)),
    };
  });
  return { lines: isOffside(languageId) ? withDocstrings(lines) : lines, tab, tabs };
}

/** The indentation inside a string that is a statement of its own has no meaning. */
function withDocstrings(lines: readonly MeasuredLine[]): MeasuredLine[] {
  const outside = new Set<number>();
  for (const { kind, opener, width, text } of lines) {
    const start = lines[opener];
    if (kind !== "string" || !start) continue;
    const isStatement = !start.continues && /^\s*[ru]?(?:"""|''')/i.test(start.text);
    if (!isStatement || (text.trim() !== "" && width < start.width)) outside.add(opener);
  }
  return lines.map((line) =>
    line.kind === "string" && !outside.has(line.opener) && line.text.trim() !== ""
      ? { ...line, kind: "comment" }
      : line,
  );
}

/** The text that many columns further left; lines with fewer begin at the margin. */
export function shiftedText(text: MeasuredText, by: number): MeasuredText {
  if (by === 0) return text;
  const lines = text.lines.map((line) => {
    if (line.kind === "string" || line.kind === "blank") return line;
    const width = Math.max(0, line.width - by);
    return { ...line, width, text: afterColumns(line.text, by, text.tab) };
  });
  return { ...text, lines };
}

/** Columns of one level: the most frequent step, or the smaller one of two. */
export function unitOf({ lines, tab, tabs }: MeasuredText, from = 0): number | undefined {
  if (tabs) return tab;
  const code = lines.slice(from).filter(({ kind }) => kind === "code");
  return commonStep(code.filter(({ continues }) => !continues)) ?? commonStep(code);
}

function commonStep(lines: readonly MeasuredLine[]): number | undefined {
  const times = new Map<number, number>();
  for (const [index, { width }] of lines.entries()) {
    const step = width - (lines[index - 1]?.width ?? width);
    if (step > 1 && step <= 8) times.set(step, (times.get(step) ?? 0) + 1);
  }
  const [best] = [...times].toSorted(([a, some], [b, others]) => others - some || a - b);
  return best?.[0];
}

export function blanksOf(text: string): string {
  return /^[ \t]*/.exec(text)?.[0] ?? "";
}

export function columns(blanks: string, tab: number): number {
  let width = 0;
  for (const char of blanks) width += char === "\t" ? tab - (width % tab) : 1;
  return width;
}

/** The text without that many columns of leading white space. */
export function afterColumns(text: string, count: number, tab: number): string {
  const blanks = blanksOf(text);
  let width = 0;
  let end = 0;
  for (; width < count && end < blanks.length; end++)
    width += blanks[end] === "\t" ? tab - (width % tab) : 1;
  return " ".repeat(Math.max(0, width - count)) + text.slice(end);
}

/** White space that begins a line, that of copied pages included. */
export function indentOf(line: string): string {
  return /^[ \t\u00A0]*/.exec(line)?.[0] ?? "";
}

/** One level of indentation in a text: a tab, or the most frequent step; `undefined` if it has none. */
export function indentUnit(lines: readonly string[]): string | undefined {
  const times = new Map<string, number>();
  const count = (unit: string) => void times.set(unit, (times.get(unit) ?? 0) + 1);
  let last = 0;
  for (const line of lines) {
    // The lines of a comment such as this one are aligned with its first star.
    if (line.trim() === "" || /^\s*\*/.test(line)) continue;
    const indent = indentOf(line);
    if (indent.startsWith("\t")) count("\t");
    const step = indent.length - last;
    if (!indent.includes("\t") && step > 1 && step <= 8) count(" ".repeat(step));
    last = indent.length;
  }
  const [best] = [...times].toSorted(
    ([a, some], [b, others]) => others - some || a.length - b.length,
  );
  return best?.[0];
}
