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
