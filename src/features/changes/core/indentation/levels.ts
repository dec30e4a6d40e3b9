import { isOffside, unitOf, type MeasuredLine, type MeasuredText } from "./measure";

interface Level {
  readonly width: number;
  readonly indent: string;
  /** False if it is aligned with something: deeper levels then follow it. */
  readonly regular: boolean;
}

/** New white space for each line of code, outermost level first; `undefined` if it already fits. */
export function levelsOf(
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
