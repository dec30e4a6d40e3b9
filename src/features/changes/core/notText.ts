import { t } from "../../../kit/l10n";
import type { AnswerBlock } from "../../../kit/answerBlocks";
import type { Reason } from "./fileChange";
import { prose } from "./incomplete";

const mayHaveLists = /\.(?:mdx?|markdown|ya?ml|txt|rst|adoc)$/i;

/** True for a diff that says neither its place nor its language: a whole text begins at the margin. */
export function isBareDiff({ text }: AnswerBlock, path: string): boolean {
  return !mayHaveLists.test(path) && /^\+/m.test(text) && !/^[^-+ \t\n\r\\@]/m.test(text);
}

const isOpen: Reason = (file) =>
  t("{0} is shown only in part: a code block in it has no end.", file);

/** Why a code block cannot be the text of a file, whatever names it. */
export function notText({ code, language }: AnswerBlock, path: string): Reason | undefined {
  const hasMarks = /^<{7} (?!SEARCH|ORIGINAL).*$/m.test(code) && !prose.test(path);
  if (hasMarks && /^>{7} .*$/m.test(code) && /^={7}\r?$/m.test(code))
    return (file) => t("{0} is shown with the marks of a conflict.", file);
  const isMarkdown = /^(?:markdown|mdx?)$/i.test(language) || /\.(?:mdx?|markdown)$/i.test(path);
  // The block ended at the first fence inside.
  return isMarkdown && hasOpenFence(code) ? isOpen : undefined;
}

function hasOpenFence(code: string): boolean {
  let open: string | undefined;
  for (const [, fence = "", info = ""] of code.matchAll(/^ {0,3}(`{3,}|~{3,})(.*)$/gm))
    if (open === undefined) open = fence;
    else if (fence.startsWith(open) && info.trim() === "") open = undefined;
  return open !== undefined;
}
