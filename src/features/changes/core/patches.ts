import { hunksBetween, withHunks, type Hunk } from "./hunk";
import type { LooseHunk } from "./placement";

/** The changes of a diff to one file. */
export interface FilePatch {
  /** Both as they are written. */
  readonly old: string;
  readonly now: string;
  readonly kind?:
    | "rename"
    | "copy"
    | "create"
    | "delete"
    | "binary"
    | "mode"
    | "combined"
    | undefined;
  readonly hunks: readonly LooseHunk[];
}

/** What the head of a hunk says of its place. */
interface Head {
  readonly from?: number | undefined;
  readonly counts?: readonly [old: number, now: number];
  readonly sections: readonly string[];
}

/**
 * The files of a unified or a context diff. In a code block, which has no text behind the diff,
 * lines of a hunk may lack the space that marks them as unchanged.
 */
export function patchesOf(text: string, isBlock = false): FilePatch[] {
  return new DiffReader(
    text.replaceAll("\r\n", "\n").replace(/\n$/, "").split("\n"),
    isBlock,
  ).patches();
}

const numbers = /^@@ *-(\d+)(?:,(\d+))? +\+?\d+(?:,(\d+))?(?: *@@(.*))?$/;
const isHead = (line: string) => /^@@(?!@)/.test(line);
const isGitHead = (line: string) => /^diff --(?:git|cc|combined) /.test(line);
const contextBegins = /^\*{15}/;

interface OpenPatch {
  old: string;
  now: string;
  kind?: FilePatch["kind"];
  /** Whether lines of Git may follow that say more of the file. */
  isOpen: boolean;
  /** Whether Git says which versions it compares. */
  hasIndex?: boolean;
  hunks: LooseHunk[];
}

class DiffReader {
  readonly #lines: readonly string[];
  readonly #isBlock: boolean;
  readonly #patches: OpenPatch[] = [];
  #at = 0;

  constructor(lines: readonly string[], isBlock: boolean) {
    this.#lines = lines;
    this.#isBlock = isBlock;
  }

  patches(): FilePatch[] {
    while (this.#at < this.#lines.length) this.#readNext();
    return this.#patches;
  }

  #readNext(): void {
    const line = this.#line(this.#at);
    const patch = this.#patches.at(-1);
    const names = this.#namesAt(this.#at);
    if (names) {
      const [old, now] = [nameIn(names.old), nameIn(names.now)];
      if (patch?.isOpen) Object.assign(patch, { old, now, isOpen: false });
      else this.#patches.push({ old, now, isOpen: false, hunks: [] });
      this.#at += names.lines;
      // Some models begin with the lines at once.
      if (this.#isBlock && /^[-+ ]/.test(this.#line(this.#at)) && !this.#namesAt(this.#at))
        this.#readHunk(this.#patches.at(-1)!, "@@");
      return;
    }
    this.#at++;
    if (isGitHead(line)) this.#patches.push(gitPatch(line));
    else if (patch && isHead(line)) this.#readHunk(patch, line);
    else if (patch && contextBegins.test(line)) this.#readContextHunk(patch);
    else if (patch?.isOpen) readGitLine(patch, line);
  }

  #line(at: number): string {
    return this.#lines[at] ?? "";
  }

  /** The names that a file's part of a diff begins with; some models write only one of them. */
  #namesAt(at: number): { old: string; now: string; lines: number } | undefined {
    const [first, second, third] = [at, at + 1, at + 2].map((one) => this.#line(one)) as [
      string,
      string,
      string,
    ];
    const [, old] = /^--- (.+)/.exec(first) ?? [];
    const [, now] = /^\+\+\+ (.+)/.exec(old === undefined ? first : second) ?? [];
    if (old !== undefined && now !== undefined) return { old, now, lines: 2 };
    const [, before] = /^\*\*\* (?!\d+(?:,\d+)? \*{4})(.+)/.exec(first) ?? [];
    const [, after] = /^--- (.+)/.exec(second) ?? [];
    if (before !== undefined && after !== undefined && contextBegins.test(third))
      return { old: before, now: after, lines: 2 };
    const only = (old ?? now)?.replace(/^[ab]\//, "");
    const isAlone =
      only !== undefined &&
      isHead(second) &&
      (this.#patches.length === 0 || /^\S*[/.]\w+$/.test(only));
    return isAlone ? { old: only, now: only, lines: 1 } : undefined;
  }

  #readHunk(patch: OpenPatch, line: string): void {
    let head = headIn(line);
    // Heads without lines of their own lead to the next one.
    for (; isHead(this.#line(this.#at)); this.#at++) {
      const next = headIn(this.#line(this.#at));
      head = { ...next, sections: [...head.sections, ...next.sections] };
    }
    const start = this.#at;
    const counted = head.counts && this.#countedEnd(start, head.counts);
    const isCounted = counted !== undefined && this.#mayEndAt(counted);
    this.#at = isCounted ? counted : this.#hardEnd(start);
    const bodies = isCounted
      ? [this.#lines.slice(start, counted)]
      : this.#bodies(start, this.#at, counted);
    const isExact = isCounted && patch.hasIndex === true && bodies[0]!.every(isMarked);
    const endsFile = this.#line(this.#at).startsWith("*** End of File");
    if (endsFile) this.#at++;
    const lead = isCounted ? 0 : unplacedLines(bodies[0]!);
    if (lead > 0) patch.hunks.push(looseHunk(bodies[0]!.slice(0, lead), { sections: [] }));
    const [hunk, ...otherwise] = bodies
      .map((all) => all.slice(lead))
      .map((body) => ({
        ...looseHunk(body, head),
        isExact,
        endsFile,
      }));
    if (hunk) patch.hunks.push({ ...hunk, otherwise });
  }

  /** Where the lines end that the head of a hunk counts, if they do. */
  #countedEnd(start: number, [old, now]: readonly [number, number]): number | undefined {
    let at = start;
    for (; (old > 0 || now > 0) && at < this.#lines.length; at++) {
      // Wrong counts may add up only beyond the next hunk's head.
      if (numbers.test(this.#line(at))) return undefined;
      const [mark] = this.#line(at);
      if (mark === "\\" && isBareEnd(this.#line(at))) continue;
      if (mark !== "+") old--;
      if (mark !== "-") now--;
    }
    if (old !== 0 || now !== 0) return undefined;
    while (isBareEnd(this.#line(at))) at++;
    return at;
  }

  /** Whether a hunk may end here: no line behind it looks like one of its own. */
  #mayEndAt(at: number): boolean {
    let next = at;
    while (next < this.#lines.length && this.#line(next) === "") next++;
    if (next === this.#lines.length || this.#isHardEnd(next)) return true;
    const line = this.#line(next);
    return isDots(line) || (!this.#isBlock && !/^[-+ ]/.test(line));
  }

  #hardEnd(start: number): number {
    let at = start;
    while (at < this.#lines.length && !this.#isHardEnd(at)) at++;
    return at;
  }

  #isHardEnd(at: number): boolean {
    const line = this.#line(at);
    return (
      isHead(line) ||
      isGitHead(line) ||
      contextBegins.test(line) ||
      /^(?:Index: |From [\da-f]{40} |\*\*\* (?:Begin|End|Update|Add|Delete) )/.test(line) ||
      (/^-- ?$/.test(line) && /^\d+\.\d/.test(this.#line(at + 1))) ||
      this.#namesAt(at) !== undefined
    );
  }

  /** How the lines of a hunk may be read that its head does not count, the likeliest first. */
  #bodies(start: number, end: number, counted: number | undefined): string[][] {
    const beforeProse = this.#endsBeforeProse(start, end);
    const ends = this.#isBlock ? [end] : beforeProse;
    if (counted !== undefined && beforeProse.includes(counted))
      ends.splice(this.#isBlock ? 1 : 0, 0, counted);
    const bodies = ends.map((at) => withoutBlankEnd(this.#lines.slice(start, at)));
    return [
      ...bodies,
      ...bodies.filter((body) => body.some(isDots)).map(withoutDots),
      ...bodies.flatMap(withAddedBlanks),
      ...bodies
        .filter(hasWideMarks)
        .map((body) => body.map((line) => line.replace(/^([-+ ]) /, "$1"))),
    ];
  }

  /** Where prose or a list may begin that stands right below a diff. */
  #endsBeforeProse(start: number, end: number): number[] {
    const ends: number[] = [];
    let isProse = true;
    for (let at = end - 1; at >= start; at--) {
      const line = this.#line(at);
      const isItem = /^[-+*] \S/.test(line);
      if (/^[-+]/.test(line) && !isItem && !/^-{3,}$/.test(line)) isProse = false;
      if (isProse && (isItem || !isMarked(line) || line === "")) ends.push(at);
    }
    return [
      end,
      ...ends
        .toSorted((a, b) => a - b)
        .slice(0, maxEnds)
        .toReversed(),
    ];
  }

  /** A hunk of a context diff: its old lines and its new ones, or only those that have changes. */
  #readContextHunk(patch: OpenPatch): void {
    const [, from] = /^\*\*\* (\d+)(?:,\d+)? \*{4}/.exec(this.#line(this.#at)) ?? [];
    if (from !== undefined) this.#at++;
    const old = this.#contextLines(/^--- \d+(?:,\d+)? -{4}/);
    const now = this.#contextLines(contextBegins);
    const body = unifiedBody(old, now);
    patch.hunks.push({
      ...looseHunk(body, { from: from === undefined ? undefined : Number(from), sections: [] }),
      endsBare: [old, now].some((part) => isBareEnd(part.at(-1) ?? ""))
        ? {
            old: isBareEnd(old.at(-1) ?? ""),
            now: isBareEnd((now.length > 0 ? now : old).at(-1) ?? ""),
          }
        : undefined,
    });
  }

  #contextLines(end: RegExp): string[] {
    const lines: string[] = [];
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#line(this.#at);
      if (end.test(line)) {
        if (!contextBegins.test(line)) this.#at++;
        break;
      }
      if (this.#namesAt(this.#at) || (line !== "" && !/^(?:[-+! ] |[-+! ]$|\\ )/.test(line))) break;
      lines.push(line);
    }
    while (lines.at(-1) === "") lines.pop();
    return lines;
  }
}

/** The lines of a hunk of a context diff as a unified diff has them; none where its halves contradict each other. */
function unifiedBody(old: readonly string[], now: readonly string[]): string[] {
  const [before, after] = [groupsOf(old), groupsOf(now)];
  const parts = [old, now].filter((part) => part.length > 0);
  const unchanged = parts.map(groupsOf).map(({ unchanged }) => unchanged);
  const [most = [], ...others] = unchanged.toSorted((a, b) => b.length - a.length);
  const agree = others.every((lines) =>
    most.every((line, at) => line.trim() === (lines[at] ?? "").trim()),
  );
  if (!agree) return [];
  return [...most, undefined].flatMap((line, at) => [
    ...(before.changed[at] ?? []).map((one) => `-${one}`),
    ...(after.changed[at] ?? []).map((one) => `+${one}`),
    ...(line === undefined ? [] : [` ${line}`]),
  ]);
}

/** The unchanged lines of half of a hunk, and the changed ones before each of them and at the end. */
function groupsOf(part: readonly string[]): { unchanged: string[]; changed: string[][] } {
  const unchanged: string[] = [];
  const changed: string[][] = [[]];
  for (const line of part.filter((one) => !isBareEnd(one))) {
    if (/^[-+!]/.test(line)) changed.at(-1)!.push(line.slice(2));
    else {
      unchanged.push(line.slice(2));
      changed.push([]);
    }
  }
  return { unchanged, changed };
}

/** Beyond these, prose below a diff is not looked for. */
const maxEnds = 20;

function readGitLine(patch: OpenPatch, line: string): void {
  const [, word, name] =
    /^(rename from|rename to|copy from|copy to|new file mode|deleted file mode|new mode|Binary files|GIT binary patch|index)(?: (.*))?$/.exec(
      line,
    ) ?? [];
  if (word === "rename from" || word === "copy from") patch.old = name!;
  if (word === "rename to" || word === "copy to") patch.now = name!;
  const kind = gitKinds[word ?? ""];
  if (kind && patch.kind !== "combined") patch.kind = kind;
  if (word === "index") patch.hasIndex = true;
}

const gitKinds: Readonly<Record<string, FilePatch["kind"]>> = {
  "rename to": "rename",
  "copy to": "copy",
  "new file mode": "create",
  "deleted file mode": "delete",
  "new mode": "mode",
  "Binary files": "binary",
  "GIT binary patch": "binary",
};

function gitPatch(line: string): OpenPatch {
  const isCombined = !line.startsWith("diff --git ");
  const given = line.replace(/^diff --\S+ /, "");
  const [, quoted, last] = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*")$/.exec(given) ?? [];
  // Names with spaces are not quoted, but both are alike.
  const half = given.slice(0, (given.length - 1) / 2);
  const isTwice =
    half !== "" && withoutPrefix(given.slice(half.length + 1)) === withoutPrefix(half);
  const [first = given, second = first] = isTwice
    ? [half, given.slice(half.length + 1)]
    : given.split(" ");
  return {
    old: nameIn(quoted ?? first),
    now: nameIn(last ?? second),
    kind: isCombined ? "combined" : undefined,
    isOpen: true,
    hunks: [],
  };
}

const withoutPrefix = (name: string): string => name.replace(/^[a-z]\//, "");

const remark =
  /\s+\((?:original|modified|old|new|before|after|current|updated)(?: file| version)?\)$/i;
const date =
  /\s+(?:\d{4}-\d\d-\d\d(?:[T ]+\d\d:\d\d.*)?|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? .*\d{4}.*)$/;

/** A name in a diff, without what stands behind it. */
function nameIn(text: string): string {
  const [name = ""] = text.split("\t");
  const bare = name.replace(date, "").replace(remark, "").trim();
  return /^".*"$/.test(bare) ? unquoted(bare.slice(1, -1)) : bare.replace(/^`(.*)`$/, "$1");
}

/** As Git quotes names: bytes of UTF-8 in octal. */
function unquoted(name: string): string {
  const bytes: number[] = [];
  for (const [, octal, char, plain] of name.matchAll(/\\([0-3][0-7]{2})|\\(.)|([^\\]+)/gu))
    if (octal === undefined) bytes.push(...new TextEncoder().encode(plain ?? char));
    else bytes.push(Number.parseInt(octal, 8));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

function headIn(line: string): Head {
  const [, from, old = "1", now = "1", behind = ""] = numbers.exec(line) ?? [];
  const section = from === undefined ? sectionIn(line) : behind.trim();
  const sections = section === "" ? [] : [section];
  return from === undefined
    ? { sections }
    : { from: Number(from), counts: [Number(old), Number(now)], sections };
}

/** In heads such as `@@ def f():`, `@@ def f(): @@` and `@@ ... @@ def f():`. */
function sectionIn(line: string): string {
  const text = line
    .replace(/^@@\s*(?:[-+,.…\d\s]*@@)?/, "")
    .replace(/@@\s*$/, "")
    .trim();
  return /^[-+,.…\d\s@]*$/.test(text) ? "" : text;
}

function isMarked(line: string): boolean {
  return line === "" || /^[-+ ]/.test(line) || isBareEnd(line);
}

/** The sentence that the last line has no line end, in any language; LaTeX has no space there. */
function isBareEnd(line: string): boolean {
  return /^\\ \S.{8,}$/.test(line);
}

/** A line that says nothing but that others are left out. */
export function isDots(line: string): boolean {
  return /^\s*(?:\.{3,}|…)\s*$/.test(line);
}

function withoutBlankEnd(body: readonly string[]): string[] {
  return body.slice(0, body.findLastIndex((line) => line !== "") + 1);
}

/** Empty lines between added ones may lack their mark. */
function withAddedBlanks(body: readonly string[]): string[][] {
  const lines = [...body];
  let last = -1;
  for (const [at, line] of body.entries()) {
    if (line === "") continue;
    const isBetween = last >= 0 && line.startsWith("+") && body[last]!.startsWith("+");
    if (isBetween) lines.fill("+", last + 1, at);
    last = at;
  }
  return lines.some((line, at) => line !== body[at]) ? [lines] : [];
}

/** Whether a space may stand behind each mark. */
function hasWideMarks(body: readonly string[]): boolean {
  return !body.some((line) => /^[-+]\S/.test(line));
}

/** Whether it says anything of the text. */
function isText(line: string): boolean {
  return line.trim() !== "" && !isDots(line);
}

/** Dots before the first line or behind the last one say nothing of the lines between them. */
function withoutDots(body: readonly string[]): string[] {
  const [first, last] = [body.findIndex(isText), body.findLastIndex(isText)];
  const from = body.slice(0, first).some(isDots) ? first : 0;
  const to = body.slice(last + 1).some(isDots) ? last + 1 : body.length;
  return withoutBlankEnd(body.slice(from, to));
}

/** Lines that are added above the first removed one, where no unchanged line shows how far above. */
function unplacedLines(body: readonly string[]): number {
  if (!body.every((line) => /^[-+]/.test(line))) return 0;
  return Math.max(
    0,
    body.findIndex((line) => line.startsWith("-")),
  );
}

/** Reads the lines of a hunk by the marks that they begin with. */
function looseHunk(body: readonly string[], { from, sections }: Head): LooseHunk {
  const [old, written, edits]: [string[], string[], Hunk[]] = [[], [], []];
  const bare = { old: false, now: false };
  let last = " ";
  let open: { old: string[]; now: string[]; start: number } | undefined;
  for (const [at, line] of body.entries()) {
    const mark = /^[-+]/.exec(line)?.[0] ?? " ";
    const next = body[at + 1];
    if (isBareEnd(line) && (next === undefined || (last === "-" && next.startsWith("+")))) {
      if (last !== "+") bare.old = true;
      if (last !== "-") bare.now = true;
      continue;
    }
    const text = /^[-+ ]/.test(line) ? line.slice(1) : line;
    if (mark === " ") open = undefined;
    else if (!open) edits.push((open = { old: [], now: [], start: old.length }));
    if (mark !== " ") (mark === "-" ? open!.old : open!.now).push(text);
    if (mark !== "+") {
      old.push(text);
      written.push(mark === " " ? line : text);
    }
    last = mark;
  }
  const first = edits[0]?.start ?? 0;
  const behind = old.length - edits.reduce((_, edit) => edit.start + edit.old.length, 0);
  return {
    old,
    now: withHunks(old, edits),
    written,
    body,
    edits: edits.flatMap((edit) =>
      hunksBetween(edit.old, edit.now).map((one) => ({ ...one, start: one.start + edit.start })),
    ),
    line: from,
    sections,
    isAtEnd: behind < first,
    endsBare: bare.old || bare.now ? bare : undefined,
  };
}

/**
 * The hunk where unchanged lines without their mark begin with one that means something else, such
 * as those of a list. Only the file says which.
 */
export function withKeptLines(
  { body = [], line: from, sections = [] }: LooseHunk,
  file: { has(line: string): boolean },
): LooseHunk[] {
  const isThere = (line: string) => /^[-+]/.test(line) && file.has(line);
  const isOnlyThere = (line: string) => isThere(line) && !file.has(line.slice(1));
  return [isOnlyThere, isThere].flatMap((isKept) => {
    const lines = body.map((line) => (isKept(line) ? ` ${line}` : line));
    return body.some(isKept) ? [looseHunk(lines, { from, sections })] : [];
  });
}

export function createdBy({ hunks }: FilePatch): string {
  const text = hunks.flatMap(({ now }) => now.map((line) => `${line}\n`)).join("");
  return hunks.at(-1)?.endsBare?.now ? text.slice(0, -1) : text;
}
