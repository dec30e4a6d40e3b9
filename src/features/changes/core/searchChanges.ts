import { t } from "../../../kit/l10n";
import { namedFile } from "../../../kit/namedFile";
import { searchBlocksOf, type Replacement, type SearchBlock } from "../../../kit/searchBlocks";
import { namesNoFile, type FileChange } from "./fileChange";
import type { LooseHunk } from "./placement";

/** The changes of blocks of the kind SEARCH/REPLACE; `before` is the file that the text around them names. */
export function changesOfSearch(text: string, before: string | undefined): FileChange[] {
  let path = before;
  return searchBlocksOf(text.replaceAll("\r\n", "\n")).map((block): FileChange => {
    path = pathAbove(block.before) ?? path;
    const hunk = hunkOf(block);
    if (!hunk)
      return {
        kind: "refused",
        path: path ?? "",
        why: () => t("A block of the kind SEARCH/REPLACE has no end."),
      };
    const isNew = hunk.old.every((line) => line.trim() === "");
    if (path === undefined)
      return isNew
        ? { kind: "refused", path: "", why: namesNoFile }
        : { kind: "asked", path: "", hunks: [hunk] };
    return isNew
      ? { kind: "create", path, text: hunk.now.map((line) => `${line}\n`).join("") }
      : { kind: "hunks", path, hunks: [hunk] };
  });
}

function hunkOf({ divisions, isUncertain, line }: SearchBlock): LooseHunk | undefined {
  const numbered = divisions.map((one) => ({ ...one, line }));
  const [hunk, ...otherwise] = [...numbered, ...divisions.flatMap((one) => withoutBlankEdges(one))];
  return hunk && { ...hunk, isStep: true, isUncertain, otherwise };
}

/** Models put empty lines around a text that are not in the file, and mostly around the new text as well. */
function withoutBlankEdges({ old, now }: Replacement): Replacement[] {
  const [top, bottom] = [blanksAt(old), blanksAt(old.toReversed())];
  if (top === old.length) return [];
  const sizes = [
    [Math.min(top, 1), Math.min(bottom, 1)],
    [Math.min(top, 1), 0],
    [0, Math.min(bottom, 1)],
    [top, bottom],
  ] as const;
  return sizes.flatMap(([above, below]) => {
    if (above + below === 0) return [];
    const rest = now.slice(Math.min(above, blanksAt(now)));
    return [
      {
        old: old.slice(above, old.length - below),
        now: rest.slice(0, rest.length - Math.min(below, blanksAt(rest.toReversed()))),
      },
    ];
  });
}

function blanksAt(lines: readonly string[]): number {
  const first = lines.findIndex((line) => line.trim() !== "");
  return first === -1 ? lines.length : first;
}

/** The nearest line that consists of a name, or the sentence right above, also in the XML of Cline. */
function pathAbove(lines: readonly string[]): string | undefined {
  const telling = lines
    .map((one) => one.replaceAll(/<\/?[a-z_]{1,30}>/g, "").trim())
    .filter((one) => one !== "" && !/^(?:`{3,}|~{3,})/.test(one))
    .toReversed();
  for (const [at, line] of telling.entries()) {
    const file = namedFile("", line, line);
    const isName = file && (!file.inSentence || (at === 0 && /[:：]\W*$/.test(line)));
    if (isName) return file.path;
  }
  return undefined;
}
