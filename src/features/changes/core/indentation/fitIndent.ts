import {
  afterColumns,
  measure,
  shiftedText,
  isOffside,
  unitOf,
  type MeasuredLine,
  type MeasuredText,
  columns,
  indentOf,
  indentUnit,
} from "./measure";

export interface FileIndentation {
  readonly isByTabs: boolean;
  /** Columns of a level. */
  readonly step: number;
  readonly tabSize: number;
}

const usual: FileIndentation = { isByTabs: false, step: 4, tabSize: 4 };

/** By its text alone, for a file that no editor shows. */
export function fileIndentation(
  lines: readonly string[],
  settings: FileIndentation = usual,
): FileIndentation {
  const unit = indentUnit(lines);
  if (unit === undefined) return settings;
  const isByTabs = unit === "\t";
  const { tabSize } = settings;
  return { isByTabs, step: isByTabs ? tabSize : unit.length, tabSize };
}

/** Where a text goes that begins at this place in a line. */
export function targetPlace(
  line: string,
  column: number,
  file: FileIndentation & Pick<TargetPlace, "languageId" | "sent">,
): TargetPlace {
  const { languageId, sent, step, tabSize } = file;
  const indent = indentOf(line);
  // The line itself is a better source than the rest of the file.
  const isByTabs = indent === "" ? file.isByTabs : indent.includes("\t");
  const unit = isByTabs ? "\t" : " ".repeat(step);
  return { languageId, indent, column, unit, tabSize, sent };
}

/** Where the text of the question was in its file. */
interface SentText {
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
function originOf(text: MeasuredText, question: Question): number {
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

interface Level {
  readonly width: number;
  readonly indent: string;
  /** False if it is aligned with something: deeper levels then follow it. */
  readonly regular: boolean;
}

/** New white space for each line of code, outermost level first; `undefined` if it already fits. */
function levelsOf(
  text: MeasuredText,
  { languageId, unit }: { languageId: string; unit: string },
): string[] | undefined {
  const own = unitOf(text);
  const mixed =
    !text.tabs && text.lines.some(({ kind, text: line }) => kind === "code" && /^ *\t/.test(line));
  if (own === undefined || (!mixed && (text.tabs ? "\t" : " ".repeat(own)) === unit))
    return undefined;
  if (text.tabs) {
    return text.lines.map(
      ({ width }) => unit.repeat(Math.floor(width / own)) + " ".repeat(width % own),
    );
  }
  const levels = new Levels(own, unit);
  return text.lines.map((line) => {
    if (line.kind !== "code") return "";
    return isOffside(languageId) ? levels.ofStatement(line) : levels.ofLine(line);
  });
}

class Levels {
  readonly #own: number;
  readonly #unit: string;
  readonly #open: Level[] = [];

  constructor(own: number, unit: string) {
    this.#own = own;
    this.#unit = unit;
  }

  /** For levels that are steps of one width; anything in between is aligned with spaces. */
  ofLine({ width }: MeasuredLine): string {
    const parent = this.#closeTo(width);
    if (parent?.width === width) return parent.indent;
    const regular = width % this.#own === 0 && parent?.regular !== false;
    const indent = regular ? this.#steps(width) : this.#alignedTo(parent, width);
    this.#open.push({ width, indent, regular });
    return indent;
  }

  /** For statements that are one level deeper regardless of the width of the step. */
  ofStatement({ width, continues }: MeasuredLine): string {
    if (continues) return this.#ofContinuation(width);
    const parent = this.#closeTo(width);
    if (parent?.width === width) return parent.indent;
    const indent = parent ? parent.indent + this.#unit : this.#steps(width);
    this.#open.push({ width, indent, regular: true });
    return indent;
  }

  #ofContinuation(width: number): string {
    const known = this.#open.find((level) => level.width === width);
    if (known) return known.indent;
    const parent = this.#open.findLast((level) => level.width < width);
    const deeper = width - (parent?.width ?? 0);
    if (deeper % this.#own !== 0) return this.#alignedTo(parent, width);
    return (parent?.indent ?? "") + this.#unit.repeat(deeper / this.#own);
  }

  /** Closes the deeper levels, and returns the innermost one still open. */
  #closeTo(width: number): Level | undefined {
    while ((this.#open.at(-1)?.width ?? -1) > width) this.#open.pop();
    return this.#open.at(-1);
  }

  #steps(width: number): string {
    return this.#unit.repeat(Math.ceil(width / this.#own));
  }

  #alignedTo(parent: Level | undefined, width: number): string {
    return (parent?.indent ?? "") + " ".repeat(width - (parent?.width ?? 0));
  }
}

/** Where an answer is inserted. */
export interface TargetPlace {
  languageId: string;
  /** White space at the beginning of the line. */
  indent: string;
  /** Offset within that line where the answer begins, in characters. */
  column: number;
  /** The file's own indentation step. */
  unit: string;
  /** Columns per tab. */
  tabSize: number;
  sent?: SentText | undefined;
}

/** In these, text is aligned with text, or a step of another width has another meaning. */
const aligned = new Set(
  `asciidoc bibtex clojure coffeescript commonlisp csv diff dockercompose elm fsharp git-commit
  git-rebase github-actions-workflow haskell ini latex lisp log markdown mdx plaintext properties
  purescript racket restructuredtext scheme search-result tex tsv yaml`.split(/\s+/),
);

export function isAligned(languageId: string): boolean {
  return aligned.has(languageId);
}

/** The text of an answer, indented in the file's own steps. The inside of strings is unchanged. */
export function fitIndent(text: string, place: TargetPlace): string {
  const { languageId, indent, column, unit, tabSize, sent } = place;
  const moves = isAligned(languageId);
  const fileUnit = unit === "\t" ? tabSize : unit.length;
  const given = measure(text.split(/\r\n|\r|\n/), { languageId, strings: !moves, tab: fileUnit });
  const answer = shiftedText(
    given,
    originOf(given, { languageId, indent, sent, fileUnit: moves ? undefined : fileUnit }),
  );
  const keeps = moves || (languageId === "makefile" && unit !== "\t");
  const levels = keeps ? undefined : levelsOf(answer, { languageId, unit });
  return answer.lines
    .map((line, index) => {
      if (line.kind === "string" || line.kind === "blank") return line.text;
      const base = index === 0 ? indent.slice(column) : indent;
      const opener = answer.lines[line.opener];
      if (!levels || opener?.kind !== "code" || opener.width > line.width) return base + line.text;
      return base + levels[line.opener] + afterColumns(line.text, opener.width, answer.tab);
    })
    .join("\n");
}
