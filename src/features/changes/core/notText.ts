import { t } from "../../../kit/l10n";
import type { CodeBlock } from "./codeBlocks";
import type { Reason } from "./fileChange";

const mayHaveLists = /\.(?:mdx?|markdown|ya?ml|txt|rst|adoc)$/i;

/** True for a diff that says neither its place nor its language: a whole text begins at the margin. */
export function isBareDiff({ code }: CodeBlock, path: string): boolean {
  return !mayHaveLists.test(path) && /^\+/m.test(code) && !/^[^-+ \t\n\r\\@]/m.test(code);
}

const leavesCodeOut: Reason = (file) =>
  t("{0} seems to be shown only in part, so it was not replaced.", file);

/** Why a code block cannot be the text of a file, whatever names it. */
export function notText({ code, language }: CodeBlock, path: string): Reason | undefined {
  if (/^<{7} .*$/m.test(code) && /^>{7} .*$/m.test(code) && /^={7}\r?$/m.test(code))
    return (file) => t("{0} is shown with the marks of a conflict.", file);
  const isMarkdown = /^(?:markdown|mdx?)$/i.test(language) || /\.(?:mdx?|markdown)$/i.test(path);
  // The block ended at the first fence inside.
  return isMarkdown && hasOpenFence(code) ? leavesCodeOut : undefined;
}

function hasOpenFence(code: string): boolean {
  let open: string | undefined;
  for (const [, fence = "", info = ""] of code.matchAll(/^ {0,3}(`{3,}|~{3,})(.*)$/gm))
    if (open === undefined) open = fence;
    else if (fence.startsWith(open) && info.trim() === "") open = undefined;
  return open !== undefined;
}
