import { columns, isOffside, unitOf, type MeasuredText } from "./measure";

/** Where the text of the question was in its file. */
export interface SentText {
  /** White space at the beginning of its first line in the file, sent or not. */
  readonly indent: string;
  readonly severalLines: boolean;
}

interface Question {
  languageId: string;
  /** White space before the insertion point. */
  indent: string;
  sent: SentText | undefined;
  /** Columns of a level in the file; absent if levels have no fixed width. */
  fileUnit: number | undefined;
}

/**
 * Columns by which an answer is indented as a whole. Its first line often lacks them, as the
 * selection did.
 */
export function originOf(text: MeasuredText, question: Question): number {
  const code = text.lines.flatMap((line, index) =>
    line.kind === "code" && !line.continues ? [{ ...line, index }] : [],
  );
  const [first, second] = code;
  // If the surrounding code is not indented, existing indentation is kept.
  if (!first || (first.width > 0 && question.indent === "")) return 0;
  if (!second) return first.width;
  const least = code.slice(1).reduce((found, { width }) => Math.min(found, width), Infinity);
  if (first.width > 0) return Math.min(first.width, least);
  if (least === 0) return 0;
  const before = text.lines
    .slice(0, second.index)
    .findLast(({ text: line }) => /^\s*[^\s#]/.test(line));
  const deeper = opens(before?.text ?? "") || goesOn(first.text, second.text);
  const { sent } = question;
  if (isOffside(question.languageId) && (!deeper || least < second.width)) return least;
  const whole = widthsOf(text, question, second.index);
  if (whole.includes(least) && (!deeper || least < second.width)) return least;
  if (!sent?.severalLines) return 0;
  const possible = whole.filter((width) => (deeper ? width < second.width : width < least));
  const step = question.fileUnit === undefined ? undefined : unitOf(text, second.index);
  if (!deeper || step === undefined) return Math.max(0, ...possible);
  if (second.width === step) return 0;
  return possible.find((width) => second.width - width === step) ?? 0;
}

/** Possible widths, in the answer, of the indentation of the text that was sent. */
function widthsOf(text: MeasuredText, { sent, fileUnit }: Question, from: number): number[] {
  if (!sent?.indent) return [];
  if (fileUnit === undefined) return [columns(sent.indent, text.tab)];
  const levels = columns(sent.indent, fileUnit) / fileUnit;
  const unit = unitOf(text, from);
  const units = unit === undefined ? [2, 4, 8] : [unit];
  return [
    ...(sent.indent.includes("\t") || text.tabs ? [] : [sent.indent.length]),
    ...units.map((one) => one * levels),
  ].filter(Number.isInteger);
}

/** The next line belongs inside what this one begins. */
function opens(line: string): boolean {
  const code = line.replace(/\s(?:\/\/|#).*$/, "").trimEnd();
  return /(?:[[({:,=\\]|[=-]>|\b(?:then|do|else|begin))$|^\s*<[^/!][^<]*[^/]>$/.test(code);
}

/** The second line continues the first. */
function goesOn(first: string, second: string): boolean {
  return /^\s*(?:[-*+]|\d+[.)])\s/.test(first) || /^[.?:&|+*/%=,<]/.test(second.trimStart());
}
