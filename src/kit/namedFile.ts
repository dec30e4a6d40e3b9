import { isMathsLanguage } from "./blockRules";
import {
  fileWritten,
  referencesIn,
  fileReference,
  hasKnownName,
  isPlainlyFile,
  maxPathLength,
  type FileReference,
} from "./references";
import {
  isAbout,
  isAside,
  isEarlierCode,
  isLabel,
  isNote,
  leadsAside,
  saysNew,
  saysPart,
  type LabelKind,
} from "./nameWords";
import { searchBlocksIn } from "./searchBlocks";

/** A file that a code block of an answer is meant for. */
export interface NamedFile extends FileReference {
  /** A sentence before the block names it, or says that this is added to it: the block may be an excerpt. */
  readonly inSentence?: true;
  /** The answer calls it new. */
  readonly isNew?: true;
  /** Its path has a folder and an extension; any other is one only if the file exists, or is called new. */
  readonly isSure?: true;
}

const longestLine = maxPathLength * 2;
const longestAbove = 2_000;
const shortLine = 40;

/** What a code block says about its file. */
interface BlockNames {
  readonly language: string;
  readonly file: NamedFile | undefined;
  readonly nameLine: string | undefined;
  readonly text: string;
  readonly isAside: boolean;
}

/**
 * What a code block names: its file in its info string, in a comment at its beginning, or else right
 * above it, in Markdown. A title, such as a heading, may have more words than a line.
 */
export function namesOf(info: string, above: string, code: string, isTitle: boolean): BlockNames {
  const language = languageOf(info);
  const { file: commented, line: nameLine, text } = nameLineOf(code, language) ?? { text: code };
  const line = marked(above.slice(-longestAbove).trimEnd());
  const from = unitStart(line.words);
  const own = fileInInfo(info) ?? commented;
  // In the line, the heading or the item right above, or in a sentence there that ends in a colon.
  const other = fileInUnit(line, from, isTitle ? "title" : "marked") ?? fileInSentence(line, from);
  // The code may name only the end of the path that stands above.
  const file = own && other?.path.endsWith(`/${own.path}`) ? other : (own ?? other);
  return {
    language,
    file: isMathsLanguage(info) ? undefined : file,
    nameLine,
    text,
    isAside: isBeside(line, from, code),
  };
}

/** The file that a line of Markdown names. */
export function namedFile(info: string, above: string, code = ""): NamedFile | undefined {
  return namesOf(info, above, code, false).file;
}

const attribute =
  /(?<![\w-])["']?(?:title|file|file_?name|(?:file_?)?path|source|label)["']?\s*[=:](?!\/\/)\s*(?:"([^"]+)"|'([^']+)'|([^\s"',}]+))/i;
const everyAttribute = new RegExp(attribute, "gi");
const place = /^(\d{1,7}):(\d{1,7}):(.+)$/;
const prefix = /^(?:[\w+#.-]{2,}:(?!\d|\/\/)|[a-z]:(?![\\/]))/i;
const aroundWord = /^(?:(["'`])(.*)\1|\{(.*)\}|\[(.*)\]|\((.*)\)|<(.*)>)$/;

/** In the info string of its fence: the only part of it that is a path. */
function fileInInfo(whole: string): NamedFile | undefined {
  const info = whole.slice(0, longestLine).trim();
  const given = [...info.matchAll(everyAttribute)].flatMap(
    ([, ...values]) => fileInAttribute(values) ?? [],
  );
  const rest = info.replaceAll(everyAttribute, " ");
  const words = rest.match(/[^\s"'|,;]+|"[^"]*"|'[^']*'/g) ?? [];
  const files = given.length > 0 ? given : words.flatMap((word, at) => fileInWord(word, at) ?? []);
  const file: NamedFile | undefined = theOnly(files);
  return file && asNamed(file, rest);
}

function fileInAttribute(values: readonly (string | undefined)[]): NamedFile | undefined {
  const value = values.find((one) => one !== undefined)?.trim() ?? "";
  const isPath = /^[\w.@-]+(?:\/[\w.@-]+)+$/.test(value);
  const [whole, part] = [fileOf(value, "spaces"), fileInLine(value, "known")];
  // As in `new folder/a.ts`, where nobody can tell.
  if (whole && part && part.path !== whole.path) return undefined;
  return part ?? whole ?? (isPath ? { path: value } : undefined);
}

function fileInWord(word: string, at: number): FileReference | undefined {
  const bare =
    aroundWord
      .exec(word)
      ?.slice(2)
      .find((one) => one !== undefined) ?? word;
  const [, first, last, path] = place.exec(bare) ?? [];
  const file = fileOf(path ?? bare.replace(prefix, ""));
  if (!file || (at === 0 && (!isPlain(file.path) || isLanguageToo.test(bare)))) return undefined;
  return path === undefined
    ? file
    : { ...file, lines: { first: Number(first), last: Number(last) } };
}

const isLanguageToo = /^[A-Z][a-z]+file$/;

/** The language that an info string begins with, or nothing; never a path. */
export function languageOf(info: string): string {
  const [, first = ""] = /^\s*(\S*)/.exec(info.slice(0, longestLine)) ?? [];
  const bare = /^\{\.?(.*?)\}?$/.exec(first)?.[1] ?? first;
  const [, language = "", next = ""] = /^([^{}()[\]|,;:="'`<>/\\]*)(.?)/.exec(bare) ?? [];
  const isAttribute = /[=/\\]/.test(next) || attribute.exec(info)?.index === info.search(/[\w"']/);
  const isPath = next !== ":" && fileInWord(first, 0) !== undefined;
  return isAttribute || isPath || /^\d*$/.test(language) ? "" : language;
}

/** What may stand above the comment. */
const preamble =
  /^(?:#!.*|<\?xml .*\?>|<\?php|<!doctype html>|#.*\bcoding[:=].*|# ?(?:syntax=|escape=|frozen_string_literal:|type:|pylint:|noqa).*|\/\/ ?@(?:ts-\w+|flow).*|(["'])use \w+\1;?|@charset .*;|)\s*$/i;
const maxPreamble = 4;
/** What ends in the same line, what ends with it, and what is a comment in few languages. */
const openings = String.raw`\{?/\*+!?|<!--+|<%(?:--|#)|\(\*+|\{#|\{\{!(?:--)?|\{-|@\*|<#|#=|--\[\[|"""|'''`;
const lineOpenings = String.raw`//[/!]?|#+(?!!)|--(?!-)|;+|%+|::|(?:@?rem|dnl|["!]|'+|\.\.)(?=\s)`;
const closings = String.raw`\*+/\}?|--+>|--%>|%>|\*+\)|#\}|(?:--)?\}\}|-\}|\*@|#>|=#|\]\]|"""|'''`;
const comment = new RegExp(
  `^[ \\t]*(?:(?:${openings})(.+?)(?:${closings})|(?:${lineOpenings})(.+))\\s*$`,
  "i",
);
const commentOfLines = new RegExp(
  `[ \\t]*(?:${openings})[ \\t]*\\r?\\n[ \\t*#;|]*(.+)\\r?\\n[ \\t]*(?:${closings})[ \\t]*(?:\\r?\\n|$)`,
  "y",
);
const ruler = /^\s*[-=*#~_]{2,}(?=\s)|(?<=\s)[-=*#~_]{2,}\s*$/g;

interface NameLine {
  readonly file: NamedFile;
  readonly line: string;
  /** The code without it. */
  readonly text: string;
}

/** The comment at the beginning of code that names its file. */
export function nameLineOf(code: string, language = ""): NameLine | undefined {
  let from = 0;
  for (let at = 0; at <= maxPreamble; at++) {
    const end = code.indexOf("\n", from);
    const next = end === -1 ? code.length : end + 1;
    if (next - from > longestLine) return undefined;
    const line = code.slice(from, next);
    commentOfLines.lastIndex = from;
    const [lines = "", inner = ""] = commentOfLines.exec(code) ?? [];
    const file = lines === "" ? fileInComment(line, language) : fileInLine(inner, "known");
    if (file && isPlain(file.path)) {
      const rest = code.slice(lines === "" ? next : from + lines.length);
      // An empty line behind it only sets it apart.
      const text = from === 0 ? rest.replace(/^(?:[ \t]*\r?\n)+/, "") : rest;
      return { file, line: (lines || line).trimEnd(), text: code.slice(0, from) + text };
    }
    if (end === -1 || !preamble.test(line)) return undefined;
    from = next;
  }
  return undefined;
}

function fileInComment(line: string, language: string): NamedFile | undefined {
  const [, block, rest] = comment.exec(line) ?? [];
  // In Markdown, this is a heading, and in a diff a line of the file.
  if (/^(?:markdown|mdx?)$/i.test(language) && /^\s*[#;%]/.test(line)) return undefined;
  if (isDiffLanguage(language) && /^\s/.test(line)) return undefined;
  const inner = block ?? rest;
  return inner === undefined || /<\w/.test(inner) ? undefined : fileInLine(inner, "known");
}

/** Whether the line right above code, or its own first comment, says that it is no text of a file. */
function isBeside(line: Marked, from: number, code: string): boolean {
  const [, block, rest = block ?? ""] = comment.exec(code.slice(0, 60).split("\n", 1)[0]!) ?? [];
  if (isEarlierCode(rest)) return true;
  const { file, before, after } = onlyFileOf(plainFilesOf(line), from) ?? {};
  const leads = /[:：]\P{L}*$/u.test(line.words);
  if (!file) return leads && leadsAside(line.words.slice(from));
  return (leads || line.words.length < shortLine) && isAside(before!, after!, file.path);
}

/** Where the last sentence begins. */
function unitStart(words: string): number {
  const last = [...words.slice(0, -1).matchAll(sentenceEnd)].at(-1);
  return last ? last.index + last[0].length : 0;
}

/** Also where a line ends in a colon. */
const sentenceEnd = /(?<=[^\s.]{2}|[\uE000-\uF8FF])[.!?]["'”’)\]]*\s+|[。！？]|[:：][ \t]*\n/g;

function fileInLine(line: string, kind: LabelKind): NamedFile | undefined {
  return fileInUnit(marked(line.replaceAll(ruler, "")), 0, kind);
}

/** A path with a label before it and a note behind it. */
function fileInUnit(line: Marked, from: number, kind: LabelKind): NamedFile | undefined {
  const plain = plainFilesOf(line);
  const { file, before, after } = onlyFileOf(plain.files.length > 0 ? plain : line, from) ?? {};
  if (!file || !isLabel(before!, kind) || !isNote(after!)) return undefined;
  if (!isAbout(before!, after!, file.path)) return undefined;
  // Alone, `items.map` is none.
  if (!isPlain(file.path) && !/\p{L}/u.test(before!)) return undefined;
  const named = asNamed(file, `${before} ${after}`);
  return saysPart(before!) ? { ...named, inSentence: true } : named;
}

function fileInSentence(line: Marked, from: number): NamedFile | undefined {
  if (!/[:：]["'”’)\]]*$/.test(line.words)) return undefined;
  const { file, before, after } = onlyFileOf(plainFilesOf(line), from) ?? {};
  if (!file || !isAbout(before!, after!, file.path)) return undefined;
  return { ...asNamed(file, `${before} ${after}`), inSentence: true };
}

function plainFilesOf({ words, files }: Marked): Marked {
  return { words, files: files.filter(({ file }) => isPlain(file.path)) };
}

/** The only file that a line names from a place on, and the words around it. */
function onlyFileOf(
  { words, files }: Marked,
  from: number,
): { file: FileReference; before: string; after: string } | undefined {
  const own = files.filter((one) => one.from >= from);
  const [first] = own;
  const file = theOnly(own.map((one) => one.file));
  if (!first || !file) return undefined;
  const before = words.slice(from, first.from);
  const after = words.slice(own.at(-1)!.to);
  return { file, before, after };
}

interface Marked {
  /** The line without its marks; a private character stands for inline code and for a link. */
  readonly words: string;
  readonly files: readonly {
    readonly file: FileReference;
    readonly from: number;
    readonly to: number;
  }[];
}

const mayHavePath = /[./\\]|file|[A-Z]{5}/;
const firstHeld = 0xe000;
const everyHeld = /[\uE000-\uF8FF]/g;
const inlineCode = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g;
const link = /!?\[([^\][]+)\]\(([^()\s]*)\)/g;
const tag = /<\/?([a-z][\w-]*)([^<>]*)>/gi;
const emphasis = /(?<![\w/.])(\*{1,3}|_{1,3}|~~)(?=\S)(.*?\S)\1(?![\w/.*_])/g;

function marked(line: string): Marked {
  if (!mayHavePath.test(line)) return { words: line, files: [] };
  const held: (FileReference | undefined)[] = [];
  const hold = (file: FileReference | undefined) =>
    String.fromCharCode(firstHeld + Math.min(held.push(file) - 1, 6_000));
  const words = line
    .replaceAll(everyHeld, " ")
    .replaceAll(inlineCode, (_, __, code: string) => hold(fileOf(code, "spaces")))
    .replaceAll(link, (_, text: string, address: string) => {
      const file = fileOf(text) ?? fileOf(address);
      return file ? hold(file) : text;
    })
    .replaceAll(/<!--|-->/g, " ")
    .replaceAll(tag, (_, name: string, attributes: string) => {
      if (
        !/^(?:file|path|code|source|doc|artifact|(?:write|create|edit|update|replace)\w*$)/i.test(
          name,
        )
      )
        return " ";
      const [, ...values] = attribute.exec(attributes) ?? [];
      return values.length > 0 ? hold(fileInAttribute(values)) : " ";
    })
    .replaceAll(/\\(?=[_*])/g, "")
    .replaceAll(emphasis, "$2")
    .replaceAll(emphasis, "$2")
    .replaceAll(/(?<=\p{L}{2}):(?=[\p{L}./@_[(])(?!\/\/)/gu, ": ");
  const files = [...words.matchAll(everyHeld)].flatMap(({ 0: { length }, index }) => {
    const file = held[words.charCodeAt(index) - firstHeld];
    return file ? [{ file, from: index, to: index + length }] : [];
  });
  const rest = words.replaceAll(everyHeld, " ");
  for (const reference of referencesIn(rest))
    if ("file" in reference && isFile(reference.file)) files.push(reference);
  for (const { 0: name, index } of rest.matchAll(/(?<![\w./\\@-])[.\w][\w.-]*\w(?![/\\])/g)) {
    const file = fileOf(name);
    if (file && !files.some(({ from, to }) => from <= index && index < to))
      files.push({ file, from: index, to: index + name.length });
  }
  return { words, files: files.toSorted((one, other) => one.from - other.from) };
}

/** The only file that several mentions are about; some of them may give the end of its path. */
function theOnly<File extends FileReference>(files: readonly File[]): File | undefined {
  const [longest] = files.toSorted((one, other) => other.path.length - one.path.length);
  const isSame = ({ path }: File) => `/${longest!.path}`.endsWith(`/${path}`);
  return longest && files.every(isSame) ? longest : undefined;
}

/** A file with what the words around it say. */
function asNamed(file: NamedFile, words: string): NamedFile {
  const lines = file.lines ?? linesIn(words.trim());
  const named = { ...file, path: file.path, ...(lines && { lines }) };
  return {
    ...named,
    ...((file.isNew || saysNew(words)) && { isNew: true }),
    ...(isSure(file.path) && { isSure: true }),
  };
}

const anyLines =
  /(?:^:(?=\d)|\bL(?=\d+\b(?!\/))|\blines?|\bzeilen?|\blignes?|\bl[ií]neas?|\brig(?:he|a)|\blinhas?|строк\p{L}*)\s*[=:]?\s*"?(\d{1,7})(?:\s*(?:[-–—~]|to|bis|à|al?|e|по|до)\s*L?(\d{1,7}))?|第?\s?(\d{1,7})(?:\s*[-–—~〜至到]\s*第?(\d{1,7}))?\s?(?:行|줄|행)/iu;

function linesIn(words: string): FileReference["lines"] {
  const [, first, last = first, other = first, end = last ?? other] = anyLines.exec(words) ?? [];
  return other === undefined ? undefined : { first: Number(other), last: Number(end) };
}

const hosts = "com|org|net|io|dev|ai|edu|gov|info|xyz|cloud|eu|de|fr|uk|jp|cn|ru|br|nl";
/** What looks like a path, and is a language, a library, a value, an address or a placeholder. */
const notAFile = new RegExp(
  [
    String.raw`^(?:angular|alpine|backbone|chart|d3|discord|ember|express|gatsby|moment|nest|next|node|nuxt|p5|phaser|preact|react|solid|three|vue)\.js$`,
    String.raw`^[^/]*\.net$`,
    String.raw`^(?:html|js|css|json|xml|text|blade|ya?ml|md)\.(?:e?rb|twig|[hl]?eex|php|j2|ejs|hbs)$`,
    String.raw`^(?:req|res|request|response|process|import\.meta|self|this|ctx|deno|bun)\.\w+$`,
    String.raw`^(?:application|audio|image|multipart|text|video)/(?:vnd|x-)`,
    String.raw`^(?:www\.|localhost(?:/|$)|(?:[^/]*@)?[\w-]+(?:\.[\w-]+)*\.(?:${hosts})(?:/|$))`,
    String.raw`^path/to/|^[@#$]/|^\.{3}|/\.{3}(?:/|$)`,
    String.raw`\.\d+$`,
  ].join("|"),
  "i",
);
const command =
  /^(?:sudo|npm|npx|pnpm|yarn|bun|bunx|deno|node|tsx?|python\d?|pip\d?|ruby|php|perl|go|cargo|java|dotnet|bash|sh|zsh|pwsh|cat|cd|ls|cp|mv|rm|touch|mkdir|chmod|vim?|nano|code|git|docker|make|curl|open|source|import|export|from|require|include|#include|const|let|var|return|new|use|using|class|function|def|select|insert|update|delete)\s/i;

function fileOf(written: string, spaces?: "spaces"): FileReference | undefined {
  const text = written.trim().replace(/^file:(?:\/\/(?=\/))?(?=[\w./\\])/i, "");
  const hasSpaces = /\s/.test(text);
  if (hasSpaces && (!spaces || command.test(text))) return undefined;
  const file = text.startsWith("~/") ? fileReference(text) : fileWritten(text);
  return file && isFile(file) ? file : undefined;
}

function isFile({ path }: FileReference): boolean {
  if (hasKnownName(path)) return !path.includes("/") || !notAFile.test(path);
  return !notAFile.test(path) && !/(?:^|\/)\.[^/]*$/.test(path);
}

function isSure(path: string): boolean {
  return path.includes("/") && (/\/[^/]+\.[a-z][^./]*$/i.test(path) || hasKnownName(path));
}

/** Whether its name alone says that it is a file. */
function isPlain(path: string): boolean {
  return isSure(path) || hasKnownName(path) || isPlainlyFile({ path: path.replaceAll(" ", "_") });
}

/** True for a unified or a context diff that names its files. */
export function isUnifiedDiff(code: string): boolean {
  return (
    /^(?:--- .+\r?\n\+\+\+ .+\r?\n[-+ @]|diff --(?:git|cc|combined) )/m.test(code) ||
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

/** How a text writes a change of files. */
export type ChangeForm = "diff" | "patch" | "search";

export function changeFormIn(text: string): ChangeForm | undefined {
  if (isAgentPatch(text)) return "patch";
  if (isUnifiedDiff(text)) return "diff";
  return searchBlocksIn(text) ? "search" : undefined;
}

interface Block {
  readonly code: string;
  readonly file?: NamedFile | undefined;
}

/**
 * Whether an answer has anything to apply: code, or a change outside of code blocks. Excerpts, such
 * as the results of a search, say which lines they are.
 */
export function canApply(output: string, blocks: readonly Block[]): boolean {
  return (
    blocks.some(({ code, file }) => !file?.lines || changeFormIn(code) !== undefined) ||
    changeFormIn(output) !== undefined
  );
}
