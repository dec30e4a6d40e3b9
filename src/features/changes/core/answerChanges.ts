import { answerBlocks, type AnswerBlock } from "../../../kit/answerBlocks";
import { fileReference } from "../../../kit/references";
import { t } from "../../../kit/l10n";
import { fitsFile } from "../../../kit/languageFit";
import {
  changeFormIn,
  isAgentPatch,
  isDiffAlone,
  isDiffLanguage,
  nameLineOf,
  type ChangeForm,
} from "../../../kit/namedFile";
import {
  changesOfAgentPatch,
  changesOfDiff,
  changesOfHunks,
  changesOfSearch,
  hunksIn,
} from "./changeForms";
import { isInLanguage, type FileChange, type Reason } from "./fileChange";
import { endsWithPath } from "./filePath";
import { prose } from "./incomplete";
import { languageOf } from "./indentation/fileLanguage";
import { sourceLines } from "./indentation/sourceLines";

/** More are no answer that anybody could review. */
const maxHunks = 2_000;

/** The changes of an answer, in its order: those of its diffs, and the code blocks that name a file. */
export function changesIn(output: string): FileChange[] {
  return hasTooMany(output) ? [tooMany] : allChangesIn(output);
}

/** Those of one of its code blocks; without a name, they are for what was asked about. */
export function changesOfBlock(output: string, blockIndex: number): FileChange[] {
  if (hasTooMany(output)) return [tooMany];
  const blocks = answerBlocks(output);
  const block = blocks[blockIndex];
  const own = changesOfBlocks(blocks.slice(0, blockIndex + 1), blocks.length === 1).at(-1) ?? [];
  return own.length > 0 || !block ? own : changesForQuestion([block]);
}

/** The changes of an answer or of one of its code blocks, if it is nothing but a diff or SEARCH/REPLACE blocks. */
export function changesOfDiffAlone(output: string, blockIndex?: number): FileChange[] | undefined {
  if (hasTooMany(output)) return undefined;
  if (blockIndex === undefined) return isDiffAlone(output) ? changesIn(output) : undefined;
  const block = answerBlocks(output)[blockIndex];
  if (!block || (!formOf(block) && !isDiffLanguage(block.language))) return undefined;
  return changesOfBlock(output, blockIndex);
}

const tooMany: FileChange = {
  kind: "refused",
  path: "",
  why: () => t("The answer contains more than {0} changes.", maxHunks),
};

function hasTooMany(output: string): boolean {
  let found = 0;
  for (const _ of output.matchAll(
    /^(?:@@|(?:`{3}|~{3})|\s{0,3}[<-]{5,9} ?(?:SEARCH|ORIGINAL)|\*\*\* )/gm,
  ))
    if (++found > maxHunks) return true;
  return false;
}

function allChangesIn(output: string): FileChange[] {
  if (isDiffAlone(output)) return changesOfForm(output, isAgentPatch(output) ? "patch" : "diff");
  const blocks = answerBlocks(output);
  const unfenced = wordsOf(output).flatMap((words) => {
    const form = changeFormIn(words);
    return form ? changesOfForm(words, form) : [];
  });
  // Markdown takes indented lines of a change for code.
  const fenced = unfenced.length === 0 ? blocks : blocks.filter((one) => !isIndented(one, output));
  const changes = [...unfenced, ...changesOfBlocks(fenced, blocks.length === 1).flat()];
  return changes.length > 0 ? changes : changesForQuestion(blocks);
}

function isIndented({ code, info }: AnswerBlock, output: string): boolean {
  return info === "" && output.includes(`\n    ${code.split("\n")[0]!}`);
}

/** Of each block; those without a name are for the file of the block above. */
function changesOfBlocks(blocks: readonly AnswerBlock[], isOnly: boolean): FileChange[][] {
  let path: string | undefined;
  return blocks.map((block) => {
    const own = ownChanges(block, path, isOnly);
    path = block.file?.path ?? (own.at(-1)?.path || path);
    return own;
  });
}

/** What stands outside of fences: there, Markdown takes parts of a diff for headings, lists and code. */
function wordsOf(output: string): string[] {
  const words = [""];
  let open: string | undefined;
  for (const line of output.split(/(?<=\n)/)) {
    const [, fence] = /^(`{3,}|~{3,})/.exec(line) ?? [];
    if (open === undefined && fence === undefined) words[words.length - 1] += line;
    else if (open === undefined) {
      open = fence;
      words.push("");
    } else if (fence?.startsWith(open) === true && line.trim() === fence) open = undefined;
  }
  return words;
}

function changesOfForm(
  text: string,
  form: ChangeForm,
  before?: string,
  isBlock = false,
): FileChange[] {
  if (form === "patch") return changesOfAgentPatch(text);
  return form === "diff" ? changesOfDiff(text, isBlock) : changesOfSearch(text, before);
}

/** Lines that may stand above a change in a block of its own, such as its file, or a command. */
const heads =
  /^(?:\s*$|<\/?\w+>|(?:git )?apply\b|apply_patch\b|patch\b|cat\b|commit [\da-f]|From |Author:|Date:|Subject:|Index: |={3,}|index |\*\*\*|-{3}$|`{3}|~{3}| .*\|\s*\d)/;
const begins =
  /^(?:(?:---|\+\+\+) \S|diff --git |Index: |\*\*\* (?:Begin Patch|Update|Add|Delete)|@@|\s*(?:<{5,9}|-{5,9}) ?(?:SEARCH|ORIGINAL))/;
const ends = /^\s*(?:>{5,9}|\+{5,9}) ?(?:REPLACE|UPDATED)|^\s*$|^`{3}|^~{3}|^<\//;
const patchFile = /\.(?:diff|patch)$/i;

/** How a block writes a change. What only contains one is a text, such as a test of patches. */
function formOf({ text, language, file }: AnswerBlock): ChangeForm | undefined {
  const form = changeFormIn(text);
  if (!form || isDiffLanguage(language))
    return file && patchFile.test(file.path) ? undefined : form;
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((line) => begins.test(line));
  const above = lines.slice(0, Math.max(0, first));
  if (first === -1 || !above.every((line) => heads.test(line) || namesFile(line))) return undefined;
  if (!file || file.lines) return form;
  if (patchFile.test(file.path)) return undefined;
  if (form === "search") return ends.test(lines.at(-1)!) ? form : undefined;
  return !prose.test(file.path) || isOnlyFor(file.path, text) ? form : undefined;
}

function namesFile(line: string): boolean {
  const text = line
    .replaceAll(/^[\s#/*`-]+|[\s*`:]+$/g, "")
    .replace(/^file(?:name|path)?:\s*/i, "");
  return fileReference(text) !== undefined;
}

function isOnlyFor(path: string, text: string): boolean {
  const names = [...text.matchAll(/^(?:(?:---|\+\+\+) |\*\*\* \w+ File: )(\S+)/gm)];
  return names.every(([, name = ""]) => {
    const other = name.replace(/^[ab]\//, "");
    return name === "/dev/null" || endsWithPath(path, other) || endsWithPath(other, path);
  });
}

/** `before` is the path of the block above. */
function ownChanges(block: AnswerBlock, before: string | undefined, isOnly: boolean): FileChange[] {
  const { code, language, file } = block;
  // Some models put all that they say into a block of Markdown.
  if (!file && isOnly && /^(?:markdown|md)$/i.test(language)) {
    const inner = answerBlocks(code);
    if (inner.length > 0) return changesOfBlocks(inner, false).flat();
  }
  const form = formOf(block);
  if (form) return changesOfForm(block.text, form, file?.path ?? before, true);
  return file && !file.lines ? changesOfNamed(block, file) : [];
}

function changesOfNamed(block: AnswerBlock, file: NonNullable<AnswerBlock["file"]>): FileChange[] {
  const { text, language, nameLine: head } = block;
  const { path } = file;
  const refused = (why: Reason): FileChange[] => [{ kind: "refused", path, why }];
  const isDiff = isDiffLanguage(language) || isBareDiff(block, path);
  if (isDiff && !patchFile.test(path)) return changesOfHunks(path, text);
  if (!fitsFile(language, path)) return refused(isInLanguage(language));
  const why = notText(block, path);
  if (why) return refused(why);
  const { isNew = false, isSure = false, inSentence = false } = file;
  const mayCreate = isNew || (isSure && !inSentence);
  return [{ kind: "text", path, text, mayCreate, isCutOff: block.isOpen, inSentence, head }];
}

/** The only code of an answer about one place is meant for it. */
function changesForQuestion(blocks: readonly AnswerBlock[]): FileChange[] {
  const [block, ...others] = blocks.filter(({ file }) => !file?.lines);
  if (!block || block.isAside || others.length > 0 || notText(block, "")) return [];
  const { text, language } = block;
  if (!isDiffLanguage(language) && !/^\s*@@/.test(text) && !isBareDiff(block, ""))
    return [{ kind: "asked", path: "", text, language }];
  const hunks = hunksIn(text);
  return hunks ? [{ kind: "asked", path: "", hunks }] : [];
}

const mayHaveLists = /\.(?:mdx?|markdown|ya?ml|txt|rst|adoc)$/i;

/**
 * True for a diff that says neither its place nor its language: it has lines of both marks, or no line
 * without one that begins at the margin, as that of a whole text does.
 */
function isBareDiff({ text }: AnswerBlock, path: string): boolean {
  if (mayHaveLists.test(path) || !/^\+/m.test(text)) return false;
  if (!/^[^-+ \t\n\r\\@]/m.test(text)) return true;
  if (!/^-[ \t]/m.test(text) || !/^\+[ \t]/m.test(text)) return false;
  const lines = text.split("\n");
  const read = sourceLines(lines, languageOf(path));
  const isMarked = (mark: string) =>
    lines.some((line, at) => line.startsWith(mark) && read[at]!.kind === "code");
  return isMarked("-") && isMarked("+");
}

const isOpen: Reason = (file) =>
  t("{0} is shown only in part: a code block in it has no end.", file);

/** Why a code block cannot be the text of a file, whatever names it. */
function notText({ code, text, language }: AnswerBlock, path: string): Reason | undefined {
  const hasMarks = /^<{7} (?!SEARCH|ORIGINAL).*$/m.test(code) && !prose.test(path);
  if (hasMarks && /^>{7} .*$/m.test(code) && /^={7}\r?$/m.test(code))
    return (file) => t("{0} is shown with the marks of a conflict.", file);
  const isMarkdown = /^(?:markdown|mdx?)$/i.test(language) || /\.(?:mdx?|markdown)$/i.test(path);
  // The block ended at the first fence inside.
  if (isMarkdown && hasOpenFence(code)) return isOpen;
  const other = path === "" || prose.test(path) ? undefined : otherFileIn(text, path);
  if (other === undefined) return undefined;
  return (file) => t("The code block for {0} seems to contain {1} as well.", file, other);
}

/** Where the text of a second file begins in a block: below an empty line, with a comment that names it. */
function otherFileIn(text: string, path: string): string | undefined {
  for (const [, line = ""] of text.matchAll(/\n[ \t]*\r?\n(\S{1,4}[ \t].*\/.*)/g)) {
    const file = nameLineOf(line)?.file;
    if (file?.isSure && !endsWithPath(path, file.path)) return file.path;
  }
  return undefined;
}

function hasOpenFence(code: string): boolean {
  let open: string | undefined;
  for (const [, fence = "", info = ""] of code.matchAll(/^ {0,3}(`{3,}|~{3,})(.*)$/gm))
    if (open === undefined) open = fence;
    else if (fence.startsWith(open) && info.trim() === "") open = undefined;
  return open !== undefined;
}
