import type { StructuredPatch } from "diff";
import { t } from "../../../kit/l10n";
import { effectOf, isDiffAlone, isUnifiedDiff } from "../../../kit/namedFile";
import { codeBlocks } from "./codeBlocks";
import { createdBy, patchesOf } from "./patches";

/** What an answer wants to do with a file. */
export type FileChange =
  | { readonly kind: "patch"; readonly path: string; readonly patch: StructuredPatch }
  | { readonly kind: "create"; readonly path: string; readonly text: string }
  | { readonly kind: "text"; readonly path: string; readonly text: string }
  /** What cannot be done, and why. */
  | { readonly kind: "refused"; readonly path: string; readonly why: Reason };

/** A sentence on a file. */
export type Reason = (file: string) => string;

const nowhere = "/dev/null";

/** The changes of an answer, in its order: those of its diffs, and the code blocks that name a file. */
export function changesIn(output: string): FileChange[] {
  if (isDiffAlone(output)) return changesOfDiff(output);
  return codeBlocks(output).flatMap((block): FileChange[] => {
    const { code, file } = block;
    if (isUnifiedDiff(code)) return changesOfDiff(code);
    const effect = effectOf(block);
    if (!file || !effect) return [];
    const { path } = file;
    return effect === "diff" ? changesOfHunks(path, code) : [{ kind: "text", path, text: code }];
  });
}

/** Language models often leave out the line that begins a hunk. */
function changesOfHunks(path: string, code: string): FileChange[] {
  const hunks = /^@@ /m.test(code) ? code : `@@ @@\n${code}`;
  return changesOfDiff(`--- ${path}\n+++ ${path}\n${hunks}`, {
    path,
    why: (file) => t("{0} is changed by a diff that cannot be read.", file),
  });
}

function changesOfDiff(
  diff: string,
  unreadable: { path: string; why: Reason } = {
    path: t("A diff"),
    why: () => t("A diff cannot be read."),
  },
): FileChange[] {
  let patches: StructuredPatch[];
  try {
    patches = patchesOf(diff);
  } catch {
    return [{ kind: "refused", ...unreadable }];
  }
  return patches.map(changeOf);
}

function changeOf(patch: StructuredPatch): FileChange {
  const { old, now } = namesOf(patch);
  const path = now === nowhere ? old : now;
  const refused = (why: Reason): FileChange => ({ kind: "refused", path, why });
  if (now === nowhere || patch.isDelete)
    return refused((file) => t("{0} would be deleted; delete it yourself if you agree.", file));
  if (patch.isRename || patch.isCopy)
    return refused((file) => t("{0} would be renamed or copied.", file));
  const isEmpty = !patch.hunks.some(({ lines }) => lines.some((line) => /^[-+]/.test(line)));
  if (patch.isBinary || isEmpty)
    return refused((file) => t("The diff contains no text for {0}.", file));
  if (old === nowhere || patch.isCreate) return { kind: "create", path, text: createdBy(patch) };
  return { kind: "patch", path, patch };
}

/** Git puts `a/` and `b/` before the names. */
function namesOf({ oldFileName = "", newFileName = "" }: StructuredPatch): {
  old: string;
  now: string;
} {
  const isGit =
    (oldFileName === nowhere || oldFileName.startsWith("a/")) &&
    (newFileName === nowhere || newFileName.startsWith("b/"));
  const plain = (name: string) =>
    (isGit && name !== nowhere ? name.slice(2) : name).replaceAll("\\", "/").replace(/^\.\//, "");
  return { old: plain(oldFileName), now: plain(newFileName) };
}
