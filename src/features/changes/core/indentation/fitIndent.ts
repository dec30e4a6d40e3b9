import { levelsOf } from "./levels";
import { afterColumns, measure, shiftedText } from "./measure";
import { originOf, type SentText } from "./origin";

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
