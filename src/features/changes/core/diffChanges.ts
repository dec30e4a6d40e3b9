import { t } from "../../../kit/l10n";
import type { FileChange, Reason } from "./fileChange";
import { createdBy, patchesOf, type FilePatch } from "./patches";
import type { LooseHunk } from "./placement";

const nowhere = "/dev/null";

/** Language models often leave out the line that begins a hunk. */
function withHead(code: string): string {
  return /^@@/m.test(code) ? code : `@@ @@\n${code}`;
}

/** The hunks of a diff that names no file; `undefined` if there are none. */
export function hunksIn(code: string): readonly LooseHunk[] | undefined {
  try {
    const [patch, ...others] = patchesOf(`--- a\n+++ a\n${withHead(code)}`, true);
    const hunks = patch?.hunks.filter(({ old, now }) => old.join("\n") !== now.join("\n"));
    return others.length === 0 && hunks?.length ? hunks : undefined;
  } catch {
    return undefined;
  }
}

export function changesOfHunks(path: string, code: string): FileChange[] {
  return changesOfDiff(`--- ${path}\n+++ ${path}\n${withHead(code)}`, true, {
    path,
    why: (file) => t("{0} is changed by a diff that cannot be read.", file),
  });
}

export function changesOfDiff(
  diff: string,
  isBlock: boolean,
  unreadable: { path: string; why: Reason } = {
    path: t("A diff"),
    why: () => t("A diff cannot be read."),
  },
): FileChange[] {
  let patches: FilePatch[];
  try {
    patches = patchesOf(diff, isBlock);
  } catch {
    return [{ kind: "refused", ...unreadable }];
  }
  return patches.map(changeOf);
}

function changeOf(patch: FilePatch): FileChange {
  const { old, now } = namesOf(patch);
  const path = now === nowhere ? old : now;
  const refused = (why: Reason): FileChange => ({ kind: "refused", path, why });
  if (now === nowhere || patch.isDelete)
    return refused((file) => t("{0} would be deleted; delete it yourself if you agree.", file));
  if (patch.isRename || patch.isCopy)
    return refused((file) => t("{0} would be renamed or copied.", file));
  const isEmpty = patch.hunks.every(({ old: was, now: is }) => was.join("\n") === is.join("\n"));
  if (patch.isBinary || (isEmpty && !patch.hunks.some(({ endsBare }) => endsBare)))
    return refused((file) => t("The diff contains no text for {0}.", file));
  if (old === nowhere || patch.isCreate) return { kind: "create", path, text: createdBy(patch) };
  return { kind: "hunks", path, hunks: patch.hunks };
}

/** What Git puts before the names, in its several settings. */
const prefixes = [
  ["a/", "b/"],
  ["i/", "w/"],
  ["c/", "i/"],
  ["c/", "w/"],
];
const remark = /\s+\((?:original|modified|old|new|before|after|current|updated)\)$/i;

function namesOf({ oldFileName = "", newFileName = "" }: FilePatch): { old: string; now: string } {
  const isGit = prefixes.some(
    ([old, now]) =>
      (oldFileName === nowhere || oldFileName.startsWith(old!)) &&
      (newFileName === nowhere || newFileName.startsWith(now!)),
  );
  const plain = (name: string) =>
    (isGit && name !== nowhere ? name.slice(2) : name)
      .replace(remark, "")
      .replaceAll("\\", "/")
      .replace(/^\.\//, "");
  return { old: plain(oldFileName), now: plain(newFileName) };
}
