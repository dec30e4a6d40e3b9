import { changesOfDiff } from "./diffChanges";
import type { FileChange } from "./fileChange";

const fileHead = /^\*\*\* (Update|Add|Delete) File: (.+?)\s*$/;

/**
 * The changes of a patch as the tool `apply_patch` takes it: hunks without numbers, each with the
 * line that begins its section, if there is one.
 */
export function changesOfAgentPatch(patch: string): FileChange[] {
  const files: { kind: string; path: string; lines: string[] }[] = [];
  for (const line of patch.replaceAll("\r\n", "\n").split("\n")) {
    const [, kind, path] = fileHead.exec(line) ?? [];
    if (kind !== undefined && path !== undefined) files.push({ kind, path, lines: [] });
    else if (line.startsWith("*** End Patch")) break;
    else if (!/^\*\*\* (?:Begin Patch|End of File)/.test(line)) files.at(-1)?.lines.push(line);
  }
  return files.flatMap(({ kind, path, lines }) => changesOfDiff(diffOf(kind, path, lines), true));
}

/** The same as a unified diff. */
function diffOf(kind: string, path: string, lines: readonly string[]): string {
  if (kind === "Add") {
    const added = lines.filter((line) => line.startsWith("+")).join("\n");
    return `--- /dev/null\n+++ ${path}\n@@ -0,0 +1 @@\n${added}\n`;
  }
  if (kind === "Delete") return `--- ${path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-\n`;
  const to = lines.find((line) => line.startsWith("*** Move to: "));
  if (to) return `diff --git a/${path} b/${path}\nrename from ${path}\nrename to ${to.slice(13)}\n`;
  // Of heads that follow each other, the last one is the closest.
  const hunks = lines.filter(
    (line, at) => !line.startsWith("@@") || !lines[at + 1]?.startsWith("@@"),
  );
  const body = hunks.find((line) => line !== "")?.startsWith("@@") ? hunks : ["@@ @@", ...hunks];
  return `--- ${path}\n+++ ${path}\n${body.join("\n")}\n`;
}
