import { applyPatch, parsePatch, type StructuredPatch } from "diff";

/** Lines of context that may differ, where a hunk has enough of it. */
const fuzz = 2;
const enoughContext = 4;

/** The files of a unified diff. Throws if it is not one. */
export function patchesOf(text: string): StructuredPatch[] {
  return parsePatch(withCounts(text.replaceAll("\r\n", "\n")));
}

/** The text after the patch. `undefined` if it lacks what the patch expects. */
export function patched(text: string, patch: StructuredPatch): string | undefined {
  const isLoose = patch.hunks.every(({ lines }) => keptLines(lines) >= enoughContext);
  const result = applyPatch(text, patch, { fuzzFactor: isLoose ? fuzz : 0 });
  return result === false ? undefined : result;
}

/** The text of a file that a patch creates. */
export function createdBy({ hunks }: StructuredPatch): string {
  const lines = hunks.flatMap((hunk) => hunk.lines.filter((line) => line.startsWith("+")));
  return lines.map((line) => `${line.slice(1)}\n`).join("");
}

function keptLines(lines: readonly string[]): number {
  return lines.filter((line) => !line.startsWith("+") && !line.startsWith("\\")).length;
}

const hunkHead = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** Language models miscount the lines of a hunk, and drop the space of an empty line. */
function withCounts(text: string): string {
  const lines = text.split("\n");
  const counted: string[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at++] ?? "";
    const [, from, to] = hunkHead.exec(line) ?? [];
    if (from === undefined && !line.startsWith("@@")) {
      counted.push(line);
      continue;
    }
    const start = at;
    while (at < lines.length && isOfHunk(lines, at)) at++;
    const hunk = lines.slice(start, at).map((one) => (one === "" ? " " : one));
    while (hunk.at(-1) === " ") hunk.pop();
    const added = hunk.filter((one) => /^[+ ]/.test(one)).length;
    const removed = hunk.filter((one) => /^[- ]/.test(one)).length;
    counted.push(`@@ -${from ?? 1},${removed} +${to ?? 1},${added} @@`, ...hunk);
  }
  return `${counted.join("\n")}\n`;
}

function isOfHunk(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  if (line.startsWith("--- ") && (lines[at + 1] ?? "").startsWith("+++ ")) return false;
  return line === "" || /^[-+ \\]/.test(line);
}
