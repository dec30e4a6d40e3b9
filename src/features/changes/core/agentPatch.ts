import { t } from "../../../kit/l10n";
import { changesOfDiff } from "./diffChanges";
import type { FileChange } from "./fileChange";

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
    kind === "Add" ? creationOf(path, lines) : changesOfDiff(diffOf(kind, path, lines), true),
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
function diffOf(kind: string, path: string, lines: readonly string[]): string {
  if (kind === "Delete") return `--- ${path}\n+++ /dev/null\n`;
  const [, to] = lines.map((line) => moveHead.exec(line)).find((found) => found) ?? [];
  if (to !== undefined)
    return `diff --git a/${path} b/${to}\nrename from ${path}\nrename to ${to}\n`;
  const hasHead = lines.find((line) => line !== "")?.startsWith("@@");
  return `--- ${path}\n+++ ${path}\n${hasHead ? "" : "@@ @@\n"}${lines.join("\n")}\n`;
}
