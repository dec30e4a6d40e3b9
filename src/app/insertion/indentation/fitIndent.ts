import { levelsOf } from "./levels";
import { afterColumns, measure, shifted } from "./measure";
import { originOf, type Sent } from "./origin";

/** The place that an answer goes to. */
export interface Place {
  languageId: string;
  /** White space that the line begins with. */
  indent: string;
  /** How far into that line the answer begins, in characters. */
  column: number;
  /** The file's own step. */
  unit: string;
  /** Columns of a tab. */
  tabSize: number;
  sent?: Sent | undefined;
}

/** In these, text is aligned with text, or a step of another width means something else. */
const aligned = new Set(
  `asciidoc bibtex clojure coffeescript commonlisp csv diff dockercompose elm fsharp git-commit
  git-rebase github-actions-workflow haskell ini latex lisp log markdown mdx plaintext properties
  purescript racket restructuredtext scheme search-result tex tsv yaml`.split(/\s+/),
);

/** Text of an answer, its levels in the file's own steps. What is inside strings stays as it is. */
export function fitIndent(text: string, place: Place): string {
  const { languageId, indent, column, unit, tabSize, sent } = place;
  const moves = aligned.has(languageId);
  const fileUnit = unit === "\t" ? tabSize : unit.length;
  const given = measure(text.split(/\r\n|\r|\n/), { languageId, strings: !moves, tab: fileUnit });
  const answer = shifted(
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
