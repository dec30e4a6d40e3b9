import { fileReference, isPlainlyFile, maxPathLength, type FileReference } from "./fileReference";
import { fitsFile } from "./languageFit";
import { isMathsLanguage } from "./blockRules";
import { searchBlocksIn } from "./searchBlocks";

/** A file that a code block of an answer is meant for. */
export interface NamedFile extends FileReference {
  /** Only a sentence before the block names it, so that the block may be an excerpt. */
  readonly inSentence?: true;
  /** The answer calls it new. */
  readonly isNew?: true;
  /** Its path has a folder and an extension; any other is one only if the file exists, or is called new. */
  readonly isSure?: true;
}

const attribute =
  /(?:^|[\s{,])(?:title|file|filename|path)\s*[=:]\s*(?:"([^"]+)"|'([^']+)'|([^\s"',}]+))/i;
const linesAfter = /\(?\blines? (\d+)(?:\s*(?:-|–|to)\s*(\d+))?\)?/i;
const span = /`([^`]+)`|\*\*([^*`]+)\*\*|__([^_`]+)__/g;

/**
 * The file that a code block names: in its info string, in a comment on its first line, or else in
 * the last line of the text before it, as Markdown.
 */
export function namedFile(info: string, before: string, code = ""): NamedFile | undefined {
  if (isMathsLanguage(info)) return undefined;
  const file =
    inInfo(info.slice(0, maxPathLength * 2).trim()) ??
    inComment(code) ??
    inLine(
      before
        .slice(-maxPathLength * 2)
        .trimEnd()
        .split("\n")
        .at(-1) ?? "",
    );
  return file && isSure(file) ? { ...file, isSure: true } : file;
}

function isSure({ path }: FileReference): boolean {
  return /\/[^/]*\.[^./]+$/.test(path);
}

const nameComment =
  /^\s*(?:\/\/|#|--|;|%|\/\*|<!--|\(\*)\s*(?:(?:file(?:name)?|path):?\s+)?([^\s:]+)\s*(?:\*\/|-->|\*\))?\s*$/i;

/** A comment that consists of a path. */
function inComment(code: string): NamedFile | undefined {
  const end = code.indexOf("\n");
  const line = end === -1 ? code : code.slice(0, end);
  if (line.length > maxPathLength * 2) return undefined;
  const [, path = ""] = nameComment.exec(line) ?? [];
  const file = fileReference(path);
  return file && isPlainlyFile(file) ? file : undefined;
}

/** The text of a block without the comment on its first line that names its file. */
export function withoutNameLine(code: string): string {
  return inComment(code) ? code.slice(code.indexOf("\n") + 1 || code.length) : code;
}

function inInfo(info: string): NamedFile | undefined {
  const [, double, single, bare] = attribute.exec(info) ?? [];
  const given = double ?? single ?? bare;
  if (given !== undefined) return fileReference(given);
  const [first = "", second = ""] = info.split(/\s+/);
  return fileReference(second) ?? fileReference(first.replace(/^[\w+#-]+:(?!\d)/, "")) ?? undefined;
}

function inLine(line: string): NamedFile | undefined {
  const bare = line
    .replaceAll(/[`*]|__|<\w+ (?:path|name|file)="|">$/g, "")
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/^(?:#+|\d+[.)]|[-•]|\p{Extended_Pictographic}\uFE0F?)\s+/u, "")
    .replace(/^\w+:\s+|^file\s+/i, "")
    .replace(/:$/, "")
    .replace(/\s*\([^)]*\)$/, "");
  const whole = fileReference(bare.trim());
  const named = [...line.matchAll(span)].flatMap(([, ...texts]) => {
    const file = fileReference(texts.find((text) => text !== undefined) ?? "");
    return file && isPlainlyFile(file) ? [file] : [];
  });
  const [file = whole, ...others] = named;
  if (!file || others.some(({ path }) => path !== file.path)) return undefined;
  const [, first, last] = linesAfter.exec(line) ?? [];
  if (file.lines || first !== undefined)
    return file.lines ? file : withLines(file.path, first!, last);
  return whole ? file : { ...file, inSentence: true };
}

function withLines(path: string, first: string, last = first): NamedFile {
  return { path, lines: { first: Number(first), last: Number(last) } };
}

/** True for a unified or a context diff that names its files. */
export function isUnifiedDiff(code: string): boolean {
  return (
    /^(?:--- .+\r?\n\+\+\+ .+\r?\n@@|diff --(?:git|cc|combined) )/m.test(code) ||
    /^\*\*\* .+\r?\n--- .+\r?\n\*{15}/m.test(code) ||
    /^\s*(?:---|\+\+\+) .+\r?\n@@/.test(code)
  );
}

/** True for a patch as the tool `apply_patch` of several agents takes it. */
export function isAgentPatch(code: string): boolean {
  return /^\*\*\* (?:Update|Add|Delete) File: /m.test(code);
}

/** True for an answer with a diff that stands in no code block. */
export function isDiffAlone(output: string): boolean {
  const isWhole = /^(?:--- |diff --git |\*\*\* Begin Patch)/.test(output.trimStart());
  if (!isWhole && /^(?:`{3}|~{3})/m.test(output)) return false;
  return isUnifiedDiff(output) || isAgentPatch(output);
}

/** True for code that is a change, whether or not it names its file. */
export function isDiffLanguage(language: string): boolean {
  return /^(?:diff|patch|udiff)$/i.test(language);
}

interface Block {
  readonly code: string;
  readonly language: string;
  readonly file?: NamedFile | undefined;
}

/**
 * What a code block does to files. An excerpt, which says its lines, does nothing, nor does what
 * only a sentence assigns to a file, or what is in another language than the file.
 */
export function effectOf({ code, language, file }: Block): "diff" | "search" | "text" | undefined {
  if (isUnifiedDiff(code) || isAgentPatch(code) || (file && isDiffLanguage(language)))
    return "diff";
  if (searchBlocksIn(code)) return "search";
  const isMeant = file && !file.lines && !file.inSentence && fitsFile(language, file.path);
  return isMeant ? "text" : undefined;
}

/** Whether there is anything in an answer that a review can show. */
export function isReviewable(output: string, blocks: readonly Block[]): boolean {
  return (
    isDiffAlone(output) ||
    searchBlocksIn(output) ||
    blocks.some((block) => effectOf(block) !== undefined)
  );
}
