import { t } from "../../../kit/l10n";
import { effectOf, isDiffAlone, isUnifiedDiff, withoutNameLine } from "../../../kit/namedFile";
import { fitsFile } from "../../../kit/languageFit";
import { searchBlocksIn } from "../../../kit/searchBlocks";
import { codeBlocks, type CodeBlock } from "./codeBlocks";
import { createdBy, patchesOf, type FilePatch } from "./patches";
import type { FileChange, Reason } from "./fileChange";
import { changesOfSearch } from "./searchChanges";

const nowhere = "/dev/null";

/** More are no answer that anybody could review. */
const maxHunks = 2_000;

/** The changes of an answer, in its order: those of its diffs, and the code blocks that name a file. */
export function changesIn(output: string): FileChange[] {
  if (!hasTooMany(output)) return allChangesIn(output);
  return [{ kind: "refused", path: "", why: isTooMuch }];
}

const isTooMuch: Reason = () => t("The answer contains more than {0} changes.", maxHunks);

function hasTooMany(output: string): boolean {
  let found = 0;
  for (const _ of output.matchAll(/^(?:@@|(?:`{3}|~{3})|\s{0,3}[<-]{5,9} SEARCH)/gm))
    if (++found > maxHunks) return true;
  return false;
}

function allChangesIn(output: string): FileChange[] {
  if (isDiffAlone(output)) return changesOfDiff(output);
  const blocks = codeBlocks(output);
  // Without fences, Markdown takes parts of such blocks for headings and code.
  if (searchBlocksIn(output) && !blocks.some(({ code }) => searchBlocksIn(code)))
    return changesOfSearch(output, undefined);
  let path: string | undefined;
  const changes = blocks.flatMap((block): FileChange[] => {
    const own = changesOfBlock(block, path);
    path = own.at(-1)?.path ?? path;
    return own;
  });
  return changes.length > 0 ? changes : changesOfAsked(blocks);
}

/** `before` is the path of the last change. */
function changesOfBlock(block: CodeBlock, before: string | undefined): FileChange[] {
  const { code, file } = block;
  if (isUnifiedDiff(code)) return changesOfDiff(code);
  const effect = effectOf(block);
  if (effect === "search") return changesOfSearch(code, file?.path ?? before);
  if (!file || file.lines) return [];
  const { path } = file;
  if (effect === "diff") return changesOfHunks(path, code);
  const refused = (why: Reason): FileChange[] => [{ kind: "refused", path, why }];
  if (effect === "text") return [{ kind: "text", path, text: withoutNameLine(code) }];
  return fitsFile(block.language, path)
    ? refused((name) => t("{0} is named only in a sentence before a code block.", name))
    : refused((name) => t("The code block for {0} is in another language.", name));
}

/** The only code of an answer about one place is meant for it. */
function changesOfAsked(blocks: readonly CodeBlock[]): FileChange[] {
  const [block, ...others] = blocks.filter(({ file }) => !file?.lines);
  return block && others.length === 0
    ? [{ kind: "asked", path: "", text: block.code, language: block.language }]
    : [];
}

/** Language models often leave out the line that begins a hunk. */
function changesOfHunks(path: string, code: string): FileChange[] {
  const hunks = /^@@/m.test(code) ? code : `@@ @@\n${code}`;
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
  let patches: FilePatch[];
  try {
    patches = patchesOf(diff);
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

/** Git puts `a/` and `b/` before the names. */
function namesOf({ oldFileName = "", newFileName = "" }: FilePatch): { old: string; now: string } {
  const isGit =
    (oldFileName === nowhere || oldFileName.startsWith("a/")) &&
    (newFileName === nowhere || newFileName.startsWith("b/"));
  const plain = (name: string) =>
    (isGit && name !== nowhere ? name.slice(2) : name).replaceAll("\\", "/").replace(/^\.\//, "");
  return { old: plain(oldFileName), now: plain(newFileName) };
}
