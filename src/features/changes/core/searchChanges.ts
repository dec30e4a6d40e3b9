import { t } from "../../../kit/l10n";
import { namedFile } from "../../../kit/namedFile";
import { searchBlocksOf } from "../../../kit/searchBlocks";
import { namesNoFile, type FileChange } from "./fileChange";

/** The changes of blocks of the kind SEARCH/REPLACE; `before` is the file that the text around them names. */
export function changesOfSearch(text: string, before: string | undefined): FileChange[] {
  const blocks = searchBlocksOf(text.replaceAll("\r\n", "\n"));
  if (!blocks)
    return [
      {
        kind: "refused",
        path: before ?? "",
        why: () => t("A block of the kind SEARCH/REPLACE has no end."),
      },
    ];
  let path = before;
  return blocks.map(({ before: lines, old, now }): FileChange => {
    path = pathAbove(lines) ?? path;
    const isNew = old.every((line) => line.trim() === "");
    if (path === undefined)
      return isNew
        ? { kind: "refused", path: "", why: namesNoFile }
        : { kind: "asked", path: "", hunks: [{ old, now }] };
    return isNew
      ? { kind: "create", path, text: now.map((line) => `${line}\n`).join("") }
      : { kind: "hunks", path, hunks: [{ old, now }] };
  });
}

/** The last line that says something other than where code begins or ends, also in the XML of Cline. */
function pathAbove(lines: readonly string[]): string | undefined {
  const line = lines
    .map((one) => one.replaceAll(/<\/?[a-z_]{1,30}>/g, "").trim())
    .findLast((one) => one !== "" && !/^(?:`{3,}|~{3,})/.test(one));
  const file = line === undefined ? undefined : namedFile("", line);
  return file?.inSentence ? undefined : file?.path;
}
