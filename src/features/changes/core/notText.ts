import { t } from "../../../kit/l10n";
import type { AnswerBlock } from "../../../kit/answerBlocks";
import { nameLineOf } from "../../../kit/namedFile";
import type { Reason } from "./fileChange";
import { endsWithPath } from "./filePath";
import { prose } from "./incomplete";
import { languageOf } from "./indentation/fileLanguage";
import { sourceLines } from "./indentation/sourceLines";

const mayHaveLists = /\.(?:mdx?|markdown|ya?ml|txt|rst|adoc)$/i;

/**
 * True for a diff that says neither its place nor its language: it has lines of both marks, or no line
 * without one that begins at the margin, as that of a whole text does.
 */
export function isBareDiff({ text }: AnswerBlock, path: string): boolean {
  if (mayHaveLists.test(path) || !/^\+/m.test(text)) return false;
  if (!/^[^-+ \t\n\r\\@]/m.test(text)) return true;
  if (!/^-[ \t]/m.test(text) || !/^\+[ \t]/m.test(text)) return false;
  const lines = text.split("\n");
  const read = sourceLines(lines, languageOf(path));
  const isMarked = (mark: string) =>
    lines.some((line, at) => line.startsWith(mark) && read[at]!.kind === "code");
  return isMarked("-") && isMarked("+");
}

const isOpen: Reason = (file) =>
  t("{0} is shown only in part: a code block in it has no end.", file);

/** Why a code block cannot be the text of a file, whatever names it. */
export function notText({ code, text, language }: AnswerBlock, path: string): Reason | undefined {
  const hasMarks = /^<{7} (?!SEARCH|ORIGINAL).*$/m.test(code) && !prose.test(path);
  if (hasMarks && /^>{7} .*$/m.test(code) && /^={7}\r?$/m.test(code))
    return (file) => t("{0} is shown with the marks of a conflict.", file);
  const isMarkdown = /^(?:markdown|mdx?)$/i.test(language) || /\.(?:mdx?|markdown)$/i.test(path);
  // The block ended at the first fence inside.
  if (isMarkdown && hasOpenFence(code)) return isOpen;
  const other = path === "" || prose.test(path) ? undefined : otherFileIn(text, path);
  if (other === undefined) return undefined;
  return (file) => t("The code block for {0} seems to contain {1} as well.", file, other);
}

/** Where the text of a second file begins in a block: below an empty line, with a comment that names it. */
function otherFileIn(text: string, path: string): string | undefined {
  for (const [, line = ""] of text.matchAll(/\n[ \t]*\r?\n(\S{1,4}[ \t].*\/.*)/g)) {
    const file = nameLineOf(line)?.file;
    if (file?.isSure && !endsWithPath(path, file.path)) return file.path;
  }
  return undefined;
}

function hasOpenFence(code: string): boolean {
  let open: string | undefined;
  for (const [, fence = "", info = ""] of code.matchAll(/^ {0,3}(`{3,}|~{3,})(.*)$/gm))
    if (open === undefined) open = fence;
    else if (fence.startsWith(open) && info.trim() === "") open = undefined;
  return open !== undefined;
}
