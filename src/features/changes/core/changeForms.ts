import { t } from "../../../kit/l10n";
import { namedFile } from "../../../kit/namedFile";
import { searchBlocksOf, type Replacement, type SearchBlock } from "../../../kit/searchBlocks";
import { namesNoFile, type FileChange, type Reason } from "./fileChange";
import { createdBy, patchesOf, type FilePatch } from "./patches";
import type { LooseHunk } from "./placement";

const nowhere = "/dev/null";

/** Language models often leave out the line that begins a hunk. */
function withHead(code: string): string {
  return /^@@/m.test(code) ? code : `@@ @@\n${code}`;
}

/** The hunks of a diff that names no file; `undefined` if there are none. */
export function hunksIn(code: string): readonly LooseHunk[] | undefined {
  const [change, ...others] = changesOfHunks("a", code);
  return change?.kind === "hunks" && others.length === 0 ? change.hunks : undefined;
}

/** The changes of a diff that other words assign to a file. */
export function changesOfHunks(path: string, code: string): FileChange[] {
  const changes = changesOfDiff(`--- ${path}\n+++ ${path}\n${withHead(code)}`, true);
  return changes.length === 1
    ? changes
    : [
        {
          kind: "refused",
          path,
          why: (file) => t("{0} is changed by a diff that cannot be read.", file),
        },
      ];
}

export function changesOfDiff(diff: string, isBlock: boolean): FileChange[] {
  const patches = patchesOf(diff, isBlock);
  return patches.length > 0
    ? patches.map(changeOf)
    : [{ kind: "refused", path: t("A diff"), why: () => t("A diff cannot be read.") }];
}

function changeOf(patch: FilePatch): FileChange {
  const { old, now } = namesOf(patch);
  const path = now === nowhere || now === "" ? old : now;
  const refused = (why: Reason, name = path): FileChange => ({ kind: "refused", path: name, why });
  if (now === nowhere || patch.kind === "delete")
    return refused((file) => t("{0} would be deleted; delete it yourself if you agree.", file));
  if (patch.kind === "rename")
    return refused((file) => t("{0} would be renamed to {1}.", file, now), old);
  if (patch.kind === "copy")
    return refused((file) => t("{0} would be copied to {1}.", file, now), old);
  if (patch.kind === "combined")
    return refused((file) =>
      t("The diff for {0} compares several versions at once and cannot be applied.", file),
    );
  if (old === nowhere || patch.kind === "create")
    return patch.hunks.length > 0
      ? { kind: "create", path, text: createdBy(patch) }
      : refused(hasNoText);
  const hunks = patch.hunks.filter(({ edits, endsBare }) => edits?.length !== 0 || endsBare);
  if (hunks.length > 0 && patch.kind !== "binary") return { kind: "hunks", path, hunks };
  return patch.kind === "mode"
    ? refused((file) => t("The diff changes only the permissions of {0}.", file))
    : refused(hasNoText);
}

const hasNoText: Reason = (file) => t("The diff contains no text for {0}.", file);

/** What Git puts before the names, in its several settings. */
const prefixes = [
  ["a/", "b/"],
  ["i/", "w/"],
  ["c/", "i/"],
  ["c/", "w/"],
  ["o/", "w/"],
];

function namesOf({ old, now }: FilePatch): { old: string; now: string } {
  const isGit = prefixes.some(
    ([before, after]) =>
      (old === nowhere || old.startsWith(before!)) && (now === nowhere || now.startsWith(after!)),
  );
  const plain = (name: string) =>
    (isGit && name !== nowhere ? name.slice(2) : name).replaceAll("\\", "/").replace(/^\.\//, "");
  return { old: plain(old), now: plain(now) };
}

const fileHead = /^\*\*\* (Update|Add|Delete) File: (.+?)\s*$/;
const moveHead = /^\*\*\* Move to: (.+?)\s*$/;

/**
 * The changes of a patch as the tool `apply_patch` takes it: hunks without numbers, each with the
 * lines that begin its section, if there are any.
 */
export function changesOfAgentPatch(patch: string): FileChange[] {
  const files: { kind: string; path: string; lines: string[] }[] = [];
  const [, word] = /^.*<<-?\s*["']?(\w+)["']?\s*$/m.exec(patch) ?? [];
  for (const line of patch.replaceAll("\r\n", "\n").split("\n")) {
    const [, kind, path] = fileHead.exec(line) ?? [];
    if (kind !== undefined && path !== undefined) files.push({ kind, path, lines: [] });
    else if (line.startsWith("*** End Patch") || line === word) break;
    else if (!line.startsWith("*** Begin Patch")) files.at(-1)?.lines.push(line);
  }
  return files.flatMap(({ kind, path, lines }) =>
    kind === "Add" ? creationOf(path, lines) : changesOfDiff(asDiff(kind, path, lines), true),
  );
}

/** Models leave out the mark of empty lines, or all marks. */
function creationOf(path: string, lines: readonly string[]): FileChange {
  const given = lines.filter((line) => line !== "*** End of File");
  const text = given.slice(0, given.findLastIndex((line) => line !== "") + 1);
  const isMarked = text.some((line) => line.startsWith("+"));
  if (isMarked && text.some((line) => line.trim() !== "" && !line.startsWith("+")))
    return {
      kind: "refused",
      path,
      why: (file) => t("Not all lines of the new file {0} are marked as added.", file),
    };
  const bare = text.map((line) => (isMarked ? line.replace(/^\+/, "") : line));
  return { kind: "create", path, text: bare.map((line) => `${line}\n`).join("") };
}

/** The same as a unified diff. */
function asDiff(kind: string, path: string, lines: readonly string[]): string {
  if (kind === "Delete") return `--- ${path}\n+++ /dev/null\n`;
  const [, to] = lines.map((line) => moveHead.exec(line)).find((found) => found) ?? [];
  if (to !== undefined)
    return `diff --git a/${path} b/${to}\nrename from ${path}\nrename to ${to}\n`;
  const hasHead = lines.find((line) => line !== "")?.startsWith("@@");
  return `--- ${path}\n+++ ${path}\n${hasHead ? "" : "@@ @@\n"}${lines.join("\n")}\n`;
}

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
  const above = lines
    .map((one) => one.replaceAll(/<\/?[a-z_]{1,30}>/g, "").trim())
    .filter((one) => one !== "" && !/^(?:`{3,}|~{3,})/.test(one))
    .toReversed();
  for (const [at, line] of above.entries()) {
    const file = namedFile("", line, line);
    const isName = file && (!file.inSentence || (at === 0 && /[:：]\W*$/.test(line)));
    if (isName) return file.path;
  }
  return undefined;
}
