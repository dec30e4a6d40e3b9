import { parsePatch, type StructuredPatch, type StructuredPatchHunk } from "diff";
import type { LooseHunk } from "./placement";

/** The changes of a unified diff to one file. */
export interface FilePatch extends Omit<StructuredPatch, "hunks"> {
  readonly hunks: readonly LooseHunk[];
}

/** What the head of a hunk says of its place. */
interface Head {
  readonly line?: number;
  readonly section?: string;
}

/**
 * The files of a unified diff. Throws if it is not one. In a code block, which has no text behind
 * the diff, lines of a hunk may lack the space that marks them as unchanged.
 */
export function patchesOf(text: string, isBlock = false): FilePatch[] {
  const { counted, heads } = withCounts(withBothNames(text.replaceAll("\r\n", "\n")), isBlock);
  let at = 0;
  return parsePatch(counted).map((patch) => ({
    ...patch,
    hunks: patch.hunks.map((hunk) => looseHunk(hunk, heads[at++] ?? {})),
  }));
}

/** From the first file on, also where only one of its names is given, and without Git's signature. */
function withBothNames(text: string): string {
  const from = text.search(/^(?:--- .+\n\+\+\+ |diff --git |Index: )/m);
  const diff =
    from === -1
      ? text.replace(/^\s*(?:---|\+\+\+) (?:[ab]\/)?(.+)\n(?=@@)/, "--- $1\n+++ $1\n")
      : text.slice(from);
  return diff.replaceAll(/^-- \n\d+\.\d.*$/gm, "");
}

function looseHunk({ lines }: StructuredPatchHunk, head: Head): LooseHunk {
  const [old, now]: [string[], string[]] = [[], []];
  const bare = { old: false, now: false };
  let last = " ";
  for (const line of lines) {
    const [mark = ""] = line;
    if (mark === "\\") {
      if (last !== "+") bare.old = true;
      if (last !== "-") bare.now = true;
      continue;
    }
    if (mark !== "+") old.push(line.slice(1));
    if (mark !== "-") now.push(line.slice(1));
    last = mark;
  }
  const changed = lines
    .filter((line) => !line.startsWith("\\"))
    .map((line) => !line.startsWith(" "));
  const isAtEnd = changed.length - 1 - changed.lastIndexOf(true) < changed.indexOf(true);
  return {
    ...head,
    old,
    now,
    ...(isAtEnd && { isAtEnd }),
    ...((bare.old || bare.now) && { endsBare: bare }),
  };
}

/** The text of a file that a patch creates. */
export function createdBy({ hunks }: FilePatch): string {
  const text = hunks.flatMap(({ now }) => now.map((line) => `${line}\n`)).join("");
  return hunks.at(-1)?.endsBare?.now ? text.slice(0, -1) : text;
}

const hunkHead = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,\d+)? @@/;

/** Language models miscount the lines of a hunk, and drop the space of an empty line. */
function withCounts(text: string, isBlock: boolean): { counted: string; heads: Head[] } {
  const lines = text.split("\n");
  const counted: string[] = [];
  const heads: Head[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at++] ?? "";
    const [head, from, said = "1", to] = hunkHead.exec(line) ?? [];
    if (from === undefined && !line.startsWith("@@")) {
      counted.push(line);
      continue;
    }
    const start = at;
    while (at < lines.length && isOfHunk(lines, at, isBlock)) at++;
    const hunk = lines.slice(start, at).map((one) => (isMarked(one) ? one : ` ${one}`));
    let removed = hunk.filter((one) => /^(?:[- ]|$)/.test(one)).length;
    // Empty lines behind a hunk are no part of it, unless its head counts them.
    const empty = hunk.length - (hunk.findLastIndex((one) => one !== "") + 1);
    const extra = from === undefined ? empty : removed - Number(said);
    const dropped = extra >= 0 && extra <= empty ? extra : empty;
    hunk.length -= dropped;
    removed -= dropped;
    const added = hunk.filter((one) => /^(?:[+ ]|$)/.test(one)).length;
    const begin = removed === 0 ? 0 : Number(from ?? 1);
    counted.push(
      `@@ -${begin},${removed} +${to ?? 1},${added} @@`,
      ...hunk.map((one) => one || " "),
    );
    const section = (head === undefined ? sectionIn(line) : line.slice(head.length)).trim();
    heads.push({
      ...(from !== undefined && { line: Number(from) }),
      ...(section !== "" && { section }),
    });
  }
  return { counted: `${counted.join("\n")}\n`, heads };
}

/** In heads such as `@@ def f():` and `@@ ... @@ def f():`. */
function sectionIn(line: string): string {
  const text = line
    .replace(/^@@.*?@@/, "@@")
    .slice(2)
    .trim();
  return /^[-+,.…\d\s@]*$/.test(text) ? "" : text;
}

function isOfHunk(lines: readonly string[], at: number, isBlock: boolean): boolean {
  const line = lines[at] ?? "";
  if (line.startsWith("--- ") && (lines[at + 1] ?? "").startsWith("+++ ")) return false;
  return isMarked(line) || (isBlock && !fileHeads.test(line));
}

function isMarked(line: string): boolean {
  return line === "" || /^[-+ \\]/.test(line);
}

const fileHeads =
  /^(?:@@|\*\*\* |diff --git |index [\da-f]+|Index: |={5,}$|(?:new|deleted) file mode|(?:old|new) mode|(?:dis)?similarity index|rename |copy |Binary files |GIT binary)/;
