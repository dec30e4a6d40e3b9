import { columns, isOffside, unitOf, type MeasuredText } from "./measure";

/** Where the text that was asked about stood. */
export interface Sent {
  /** White space that its first line begins with in the file, sent or not. */
  readonly indent: string;
  readonly severalLines: boolean;
}

interface Question {
  languageId: string;
  /** White space before the place that the answer goes to. */
  indent: string;
  sent: Sent | undefined;
  /** Columns of a level in the file; absent where levels have no width of their own. */
  fileUnit: number | undefined;
}

/**
 * Columns that an answer is indented by as a whole. Its first line often begins without them, as the
 * selection did.
 */
export function originOf(text: MeasuredText, question: Question): number {
  const code = text.lines.flatMap((line, index) =>
    line.kind === "code" && !line.continues ? [{ ...line, index }] : [],
  );
  const [first, second] = code;
  // Where nothing is around it, what is indented already stays so.
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

/** What the indentation of the text that was sent may measure in the answer. */
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

/** The next line belongs into what this one begins. */
function opens(line: string): boolean {
  const code = line.replace(/\s(?:\/\/|#).*$/, "").trimEnd();
  return /(?:[[({:,=\\]|[=-]>|\b(?:then|do|else|begin))$|^\s*<[^/!][^<]*[^/]>$/.test(code);
}

/** The second line goes on with what the first one says. */
function goesOn(first: string, second: string): boolean {
  return /^\s*(?:[-*+]|\d+[.)])\s/.test(first) || /^[.?:&|+*/%=,<]/.test(second.trimStart());
}
