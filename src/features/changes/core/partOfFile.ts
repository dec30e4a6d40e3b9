import { t } from "../../../kit/l10n";
import type { Reason } from "./fileChange";
import { splitLines, hunksBetween } from "./hunk";
import { hintsAtOmission, omissionIn, prose } from "./incomplete";
import { languageOf } from "./indentation/fileLanguage";
import { sourceLines } from "./indentation/sourceLines";

/** A declaration, a rule, a key, a heading: what a file consists of. */
interface Unit {
  /** Its first line. */
  readonly head: string;
  readonly name: string;
  readonly isImport: boolean;
  /** Other lines may use its name, which a call only has. */
  readonly isDeclared: boolean;
  readonly lines: readonly string[];
}

/** The units of a file that a text has as well, and the others of both. */
interface Matched {
  readonly old: readonly Unit[];
  readonly now: readonly Unit[];
  /** By the index of the unit in the file. */
  readonly kept: ReadonlyMap<number, number>;
}

/** Fewer lines of the file say nothing about what was left out. */
const minLines = 3;
/** In a longer text, brackets are not counted. */
const maxRead = 400_000;

/**
 * Why a text seems to be a part of the file that it is meant to replace, or code beside it. A version
 * of the whole file may be much shorter, but what it lacks is no longer used, or something else has
 * taken its place.
 */
export function partOfFile(
  text: string,
  file: string,
  { path, inSentence = false }: { readonly path: string; readonly inSentence?: boolean },
): Reason | undefined {
  const [lines, old] = [splitLines(text), splitLines(file)];
  const omission = omissionIn(text, file, path);
  if (omission !== undefined) return isOmission(omission);
  const known = new Set(lines.map((line) => line.trim()));
  if (old.every((line) => known.has(line.trim()) || line.trim() === "")) return undefined;
  if (old.filter(isSignificant).length < minLines) return inSentence ? isPart : undefined;
  if (inSentence && !resembles(lines, old)) return isPart;
  if (prose.test(path)) return isPartOfProse(lines, old) ? isPart : undefined;
  if (isInside(lines, old)) return isOpen;
  if (leavesOpen(text, path) && !leavesOpen(file, path)) return isOpen;
  const comment = commentForCode(lines, old);
  if (comment !== undefined) return isOmission(comment);
  return new Comparison(lines, old, path).why;
}

const maxQuoted = 60;
const quoted = (line: string): string =>
  line.length > maxQuoted ? `${line.slice(0, maxQuoted)}…` : line;

export const isOmission =
  (line: string): Reason =>
  (file) =>
    t("{0} is shown only in part: “{1}” stands for the rest.", file, quoted(line));
const isLost =
  (line: string): Reason =>
  (file) =>
    t("{0} seems to be shown only in part, as “{1}” is missing.", file, quoted(line));
const isOpen: Reason = (file) =>
  t("{0} seems to be shown only in part, as the text begins or ends in the middle of it.", file);
const isPart: Reason = (file) => t("{0} seems to be shown only in part.", file);

/** True for a text that cannot be a file by itself. */
export function isFragment(text: string, path: string): boolean {
  const lines = splitLines(text);
  if (omissionIn(text, "", path) !== undefined) return true;
  return !prose.test(path) && (beginsInside(lines) || leavesOpen(text, path));
}

const isSignificant = (line: string): boolean => /[\p{L}\p{N}]/u.test(line);
const isComment = (line: string): boolean =>
  /^\s*(?:\/\/|#(?:\s|!)|--\s|;+\s|%+\s|\/\*|\*|<!--|\{\/\*|\(\*|REM\s)/i.test(line);
const depthOf = (line: string): number => /^[ \t]*/.exec(line)![0].length;

/** The first line is that of a body. */
function beginsInside(lines: readonly string[]): boolean {
  const first = lines.find((line) => line.trim() !== "") ?? "";
  return depthOf(first) > 0 && lines.some((line) => isSignificant(line));
}

/** What the text begins with is inside of something in the file. */
function isInside(lines: readonly string[], old: readonly string[]): boolean {
  if (beginsInside(lines)) return !beginsInside(old);
  const first = lines.find(
    (line) => isSignificant(line) && !isComment(line) && !imports.test(line),
  );
  const same = old.filter((line) => line.trim() === first?.trim());
  return depthOf(first ?? "") === 0 && same.length > 0 && same.every((line) => depthOf(line) > 0);
}

/** Begins like the file, or has half of its lines. */
function resembles(lines: readonly string[], old: readonly string[]): boolean {
  const [first, other] = [lines, old].map((all) => all.find(isSignificant)?.trim());
  const known = new Set(lines.map((line) => line.trim()));
  const significant = old.filter(isSignificant);
  const kept = significant.filter((line) => known.has(line.trim()));
  return first === other || kept.length * 2 >= significant.length;
}

/** Brackets are open at the end. */
function leavesOpen(text: string, path: string): boolean {
  if (text.length > maxRead) return false;
  const read = sourceLines([...splitLines(text), ""], languageOf(path));
  return read.at(-1)!.depth > 0;
}

/** Longer comments explain the code below them. */
const maxWords = 8;

/** Such as `<!-- existing header -->`. */
const placeholder =
  /^\s*(?:<!--|\{\/\*)\s*(?:existing|remaining|unchanged)(?:\s+\S+){1,2}\s*(?:-->|\*\/\})$/i;

/** A short comment stands in place of lines of code: with nothing beside it, or with words that say so. */
function commentForCode(lines: readonly string[], old: readonly string[]): string | undefined {
  for (const { old: gone, now } of hunksBetween(old, lines)) {
    const isCode = (line: string) => isSignificant(line) && !isComment(line);
    const code = gone.filter(isCode);
    const comments = now.filter(
      (line) =>
        isComment(line) &&
        line.trim().split(/\s+/).length <= maxWords + 1 &&
        !code.some((one) => line.includes(one.trim())),
    );
    if (code.length === 0 || comments.length <= gone.filter(isComment).length) continue;
    const left = now.filter(isCode).length;
    const found = comments.find(
      (line) =>
        placeholder.test(line) ||
        (left === 0 ? code.length > 1 : left < code.length && hintsAtOmission(line)),
    );
    if (found !== undefined) return found.trim();
  }
  return undefined;
}

const levelOf = (heading = ""): number => heading.indexOf(" ");

/** Headings tell the parts of a document. */
function isPartOfProse(lines: readonly string[], old: readonly string[]): boolean {
  const [now, before] = [lines, old].map((all) => all.filter((line) => /^#{1,6}\s/.test(line)));
  if (before!.length > 0)
    return levelOf(now![0]) !== levelOf(before![0]) || now!.length * 2 < before!.length;
  return lines.filter(isSignificant).length * 2 < old.filter(isSignificant).length;
}

const imports =
  /^(?:import\b|from\s+\S+\s+import\b|export\s+(?:type\s+)?[*{].*\bfrom\b|#include\b|using\s|use\s|require(?:_once)?\b|include\b|(?:const|let|var)\s.*=\s*require\()/;
/** What other files may use. */
const exported = /^(?:export\b|pub\b|public\b|module\.exports\b|exports\.)/;
/** Without them, a file is none. */
const beginnings = /^(?:<\?php|package\s|<!DOCTYPE|---$|FROM\s|module\s)/i;
const declaration =
  /^(?:(?:export|default|public|private|protected|static|abstract|final|async|pub(?:\([^)]*\))?|open|override|internal|sealed|data|declare|local|partial|unsafe|extern|inline|suspend)\s+)*(?:function\*?|class|def|defn?-?|fn|func|fun|sub|proc|interface|type|enum|struct|union|trait|impl(?:<[^>]*>)?|mod|module|namespace|object|record|protocol|extension|const|let|var|val|static|macro_rules!|create\s+(?:or\s+replace\s+)?\w+(?:\s+if\s+not\s+exists)?|alter\s+table)\s+(?:\([^)]*\)\s*)?["'`]?([\p{L}_$][\p{L}\p{N}_$.]*)/iu;
const keyword = new Set(
  "import from as export default type use using include require const let var static public".split(
    " ",
  ),
);
const containers =
  /\b(?:class|interface|struct|enum|impl|trait|module|namespace|object|record|protocol|extension|union)\b|^@media|^</i;
const isData = /\.(?:jsonc?|json5|ya?ml|toml|webmanifest|code-workspace)$/i;

/** A text and the file that it may be a version of. */
class Comparison {
  readonly #lines: readonly string[];
  readonly #old: readonly string[];
  readonly #isData: boolean;
  readonly #known: ReadonlySet<string>;
  readonly #hasAdditions: boolean;
  #words: ReadonlySet<string> | undefined;
  #times: ReadonlyMap<string, number> | undefined;

  constructor(lines: readonly string[], old: readonly string[], path: string) {
    this.#lines = lines;
    this.#old = old;
    this.#isData = isData.test(path);
    this.#known = new Set(lines.map((line) => line.trim()));
    const before = new Set(old.map((line) => line.trim()));
    this.#hasAdditions = lines.some((line) => !before.has(line.trim()));
  }

  /** Why it is a part of it. */
  get why(): Reason | undefined {
    const first = this.#old.find(isSignificant)!;
    if (beginnings.test(first) && !beginnings.test(this.#lines.find(isSignificant) ?? ""))
      return isLost(first.trim());
    const share = this.#lostShare();
    const units = matched(unitsOf(this.#old), unitsOf(this.#lines));
    const { old, now, kept } = units;
    const other = old.find(isExported);
    if (other && !now.some(isExported)) return isLost(other.head);
    const isRewritten = share >= 0.5 && !old.some((one, at) => !one.isImport && kept.has(at));
    if (isRewritten || (!this.#hasAdditions && share > 0.5)) {
      const lost = old.find((one, at) => !one.isImport && !kept.has(at));
      return lost ? isLost(lost.head) : isPart;
    }
    const lost = this.#lacks(units, true);
    return lost && isLost(lost.head);
  }

  /** Of the lines of the file. */
  #lostShare(): number {
    const all = this.#old.filter(isSignificant);
    return all.filter((line) => !this.#known.has(line.trim())).length / all.length;
  }

  /** Something is gone that nothing accounts for. */
  #lacks({ old, now, kept }: Matched, isTop: boolean): Unit | undefined {
    const lost = old.flatMap((unit, at) => (kept.has(at) ? [] : [{ unit, at }]));
    const units = lost.map(({ unit }) => unit);
    const used = this.#isData ? undefined : this.#usedOf(units, now, isTop);
    if (used) return used;
    const unexplained = lost.filter(({ unit }) => !unit.isImport && !this.#isReplaced(unit));
    const taken = new Set(kept.values());
    let [few, many, atEnds] = [0, 0, 0];
    let missing: Unit | undefined;
    for (const group of Map.groupBy(unexplained, ({ at }) => gapBefore(at, kept)).values()) {
      const [from, to] = gapAround(group[0]!.at, { old, now, kept });
      let added = 0;
      for (let at = from + 1; at < to; at++) if (!taken.has(at)) added++;
      if (group.length <= added) continue;
      missing ??= (group.find(({ unit }) => isLarge(unit)) ?? group[0])?.unit;
      const large = group.filter(({ unit }) => isLarge(unit)).length;
      few += group.length - large;
      many += large;
      const isAtEnd = from === -1 || to === now.length;
      if (isAtEnd) atEnds += isTop && this.#isData ? group.length : large;
    }
    const same = [...kept].filter(
      ([at, other]) => isLarge(old[at]!) && areSame(old[at]!.lines, now[other]!.lines),
    ).length;
    if (this.#hasAdditions && (atEnds * 3 > same || many > Math.max(same, 1))) return missing;
    const small = old.filter((one) => !isLarge(one) && !one.isImport).length;
    if (this.#hasAdditions && few * 2 >= small + Number(!isTop) && few > 0) return missing;
    for (const [at, other] of kept) {
      const inside = this.#lacksInside(old[at]!, now[other]!);
      if (inside) return inside;
    }
    return undefined;
  }

  /** In a class and its like, and in data. */
  #lacksInside(old: Unit, now: Unit): Unit | undefined {
    if (!containers.test(old.head) && !this.#isData) return undefined;
    if (!isLarge(old) || areSame(old.lines, now.lines)) return undefined;
    const [before, after] = [old, now].map(({ lines }) => unitsOf(lines.slice(1)));
    return this.#lacks(matched(before!, after!), false);
  }

  /** The text uses what it does not have. */
  #usedOf(lost: readonly Unit[], now: readonly Unit[], isTop: boolean): Unit | undefined {
    if (lost.length === 0) return undefined;
    const brought = new Set(now.flatMap(({ head, isImport }) => (isImport ? namesIn(head) : [])));
    const body = now.flatMap(({ isImport, lines }) => (isImport ? [] : lines));
    const text = (isTop ? body : this.#lines).filter((line) => !isComment(line)).join("\n");
    const used = new Set([...text.matchAll(isTop ? freeName : memberName)].map(([, name]) => name));
    return lost.find(({ name, isImport, head }) =>
      (isImport ? namesIn(head) : [name]).some(
        (one) => one.length > 1 && used.has(one) && !brought.has(one),
      ),
    );
  }

  /** The file used it elsewhere, and the text no longer does. */
  #isReplaced({ name, isDeclared, lines }: Unit): boolean {
    if (!isDeclared) return false;
    this.#words ??= new Set(this.#lines.flatMap(wordsIn));
    if (this.#isData || this.#words.has(name)) return false;
    this.#times ??= timesOf(this.#old);
    const own = lines.filter((line) => wordsIn(line).includes(name)).length;
    return (this.#times.get(name) ?? 0) > own;
  }
}

/** A name that is not that of a member, nor in quotes. */
const freeName = /(?<![\p{L}\p{N}_$.'"`-])([\p{L}_$][\p{L}\p{N}_$]*)(?![\p{L}\p{N}_$'"`:-])/gu;
const memberName = /\b(?:this|self|cls|super)(?:\.|->|::)([\p{L}_$][\p{L}\p{N}_$]*)/gu;

function wordsIn(line: string): string[] {
  return isComment(line) ? [] : (line.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []);
}

/** How many lines have each word. */
function timesOf(lines: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const line of lines)
    for (const word of new Set(wordsIn(line))) times.set(word, (times.get(word) ?? 0) + 1);
  return times;
}

const isExported = ({ head }: Unit): boolean => exported.test(head);
const isLarge = ({ lines }: Unit): boolean => lines.filter(isSignificant).length > 1;

function areSame(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [one, other].map((lines) =>
    lines.map((line) => line.trim().replace(/,$/, "")).filter((line) => line !== ""),
  );
  return a!.length === b!.length && a!.every((line, at) => line === b![at]);
}

/** The units of these lines that are indented least. */
function unitsOf(lines: readonly string[]): Unit[] {
  const significant = lines.filter((line) => isSignificant(line) && !isComment(line));
  const depth = significant.reduce((least, line) => Math.min(least, depthOf(line)), Infinity);
  const units: (Unit & { lines: string[] })[] = [];
  for (const line of lines) {
    const begins =
      depthOf(line) === depth &&
      isSignificant(line) &&
      !isComment(line) &&
      !/^\s*(?:[})\]]|<\/|(?:end|else|elif|elsif|catch|except|finally|ensure|rescue|fi|done)\b)/.test(
        line,
      );
    if (!begins) units.at(-1)?.lines.push(line);
    else {
      const head = line.trim();
      const isImport = imports.test(head);
      const isDeclared = !isImport && declaration.test(head);
      units.push({ head, name: nameOf(head), isImport, isDeclared, lines: [line] });
    }
  }
  return units;
}

function nameOf(head: string): string {
  if (imports.test(head)) return head;
  const [, declared] = declaration.exec(head) ?? [];
  if (declared !== undefined) return declared;
  const [, key] = /^(?:-\s+)?["']?([\w$.-]+)["']?\s*[:=](?!=)/.exec(head) ?? [];
  if (key !== undefined) return key;
  const [, called] = /([\p{L}_$][\p{L}\p{N}_$]*)\s*\(/u.exec(head) ?? [];
  return called ?? head.replace(/\s*\{.*$/, "");
}

/** What a line brings into a file. */
function namesIn(head: string): string[] {
  const words = head
    .replaceAll(/["'`][^"'`]*["'`]/g, " ")
    .replace(/^from\s+\S+\s+import\b/, " ")
    .match(/[\p{L}_$][\p{L}\p{N}_$]*/gu);
  return (words ?? []).filter((word) => !keyword.has(word));
}

function matched(old: readonly Unit[], now: readonly Unit[]): Matched {
  const free = new Map<string, number[]>();
  for (const [at, { name }] of [...now.entries()].toReversed()) {
    const all = free.get(name);
    if (all) all.push(at);
    else free.set(name, [at]);
  }
  const kept = new Map<number, number>();
  for (const [at, { name }] of old.entries()) {
    const other = free.get(name)?.pop();
    if (other !== undefined) kept.set(at, other);
  }
  return { old, now, kept };
}

/** The last unit before this one that the text has as well. */
function gapBefore(at: number, kept: Matched["kept"]): number {
  let before = at - 1;
  while (before >= 0 && !kept.has(before)) before--;
  return before;
}

/** The units of the text that surround the place of one of the file. */
function gapAround(at: number, { old, now, kept }: Matched): [from: number, to: number] {
  let behind = at + 1;
  while (behind < old.length && !kept.has(behind)) behind++;
  return [kept.get(gapBefore(at, kept)) ?? -1, kept.get(behind) ?? now.length];
}
