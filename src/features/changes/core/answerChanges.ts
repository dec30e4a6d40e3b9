import { t } from "../../../kit/l10n";
import {
  effectOf,
  isAgentPatch,
  isDiffAlone,
  isDiffLanguage,
  isUnifiedDiff,
  withoutNameLine,
} from "../../../kit/namedFile";
import { fitsFile } from "../../../kit/languageFit";
import { searchBlocksIn } from "../../../kit/searchBlocks";
import { changesOfAgentPatch } from "./agentPatch";
import { codeBlocks, type CodeBlock } from "./codeBlocks";
import { changesOfDiff, changesOfHunks, hunksIn } from "./diffChanges";
import { isInLanguage, type FileChange, type Reason } from "./fileChange";
import { isBareDiff, notText } from "./notText";
import { changesOfSearch } from "./searchChanges";

/** More are no answer that anybody could review. */
const maxHunks = 2_000;

/** The changes of an answer, in its order: those of its diffs, and the code blocks that name a file. */
export function changesIn(output: string): FileChange[] {
  if (!hasTooMany(output)) return allChangesIn(output);
  return [{ kind: "refused", path: "", why: isTooMuch }];
}

/** Those of one of its code blocks; without a name, they are for what was asked about. */
export function changesOfBlock(output: string, blockIndex: number): FileChange[] {
  if (hasTooMany(output)) return [{ kind: "refused", path: "", why: isTooMuch }];
  let path: string | undefined;
  for (const [index, block] of codeBlocks(output).entries()) {
    const own = ownChanges(block, path);
    if (index === blockIndex) return own.length > 0 ? own : changesOfAsked([block]);
    path = own.at(-1)?.path ?? path;
  }
  return [];
}

/** The changes of an answer or of one of its code blocks, if it is nothing but a diff or SEARCH/REPLACE blocks. */
export function changesOfDiffAlone(output: string, blockIndex?: number): FileChange[] | undefined {
  if (hasTooMany(output)) return undefined;
  if (blockIndex === undefined) return isDiffAlone(output) ? changesIn(output) : undefined;
  const block = codeBlocks(output)[blockIndex];
  const effect = block && effectOf(block);
  const isDiff = effect === "diff" || effect === "search" || isDiffLanguage(block?.language ?? "");
  if (!block || !isDiff) return undefined;
  const own = ownChanges(block, undefined);
  return own.length > 0 ? own : changesOfAsked([block]);
}

const isTooMuch: Reason = () => t("The answer contains more than {0} changes.", maxHunks);

function hasTooMany(output: string): boolean {
  let found = 0;
  for (const _ of output.matchAll(
    /^(?:@@|(?:`{3}|~{3})|\s{0,3}[<-]{5,9} ?(?:SEARCH|ORIGINAL)|\*\*\* )/gm,
  ))
    if (++found > maxHunks) return true;
  return false;
}

function allChangesIn(output: string): FileChange[] {
  if (isDiffAlone(output) && isAgentPatch(output)) return changesOfAgentPatch(output);
  if (isDiffAlone(output)) return changesOfDiff(output, false);
  const blocks = codeBlocks(output);
  // Without fences, Markdown takes parts of such blocks for headings and code.
  if (searchBlocksIn(output) && !blocks.some(({ code }) => searchBlocksIn(code)))
    return changesOfSearch(output, undefined);
  let path: string | undefined;
  const changes = blocks.flatMap((block): FileChange[] => {
    const own = ownChanges(block, path);
    path = own.at(-1)?.path ?? path;
    return own;
  });
  return changes.length > 0 ? changes : changesOfAsked(blocks);
}

/** `before` is the path of the last change. */
function ownChanges(block: CodeBlock, before: string | undefined): FileChange[] {
  const { code, language, file } = block;
  // Some models put all that they say into a block of Markdown.
  const inner = !file && /^(?:markdown|md)$/i.test(language) ? codeBlocks(code) : [];
  return inner.length > 0
    ? inner.flatMap((one) => changesOfCode(one, before))
    : changesOfCode(block, before);
}

function changesOfCode(block: CodeBlock, before: string | undefined): FileChange[] {
  const { code, file } = block;
  if (isAgentPatch(code)) return changesOfAgentPatch(code);
  if (isUnifiedDiff(code)) return changesOfDiff(code, true);
  const effect = effectOf(block);
  if (effect === "search") return changesOfSearch(code, file?.path ?? before);
  if (!file || file.lines) return [];
  const { path } = file;
  if (effect === "diff") return changesOfHunks(path, code);
  const refused = (why: Reason): FileChange[] => [{ kind: "refused", path, why }];
  if (effect === "text" && isBareDiff(block, path)) return changesOfHunks(path, code);
  const why = notText(block, path);
  if (effect === "text" && why) return refused(why);
  if (effect === "text") {
    const text = withoutNameLine(code);
    const head = code.slice(0, code.length - text.length).trimEnd();
    return [{ kind: "text", path, text, ...(head !== "" && { head }) }];
  }
  return fitsFile(block.language, path)
    ? refused((name) => t("{0} is named only in a sentence before a code block.", name))
    : refused(isInLanguage(block.language));
}

/** The only code of an answer about one place is meant for it. */
function changesOfAsked(blocks: readonly CodeBlock[]): FileChange[] {
  const [block, ...others] = blocks.filter(({ file }) => !file?.lines);
  if (!block || others.length > 0 || notText(block, "")) return [];
  const { code: text, language } = block;
  if (!isDiffLanguage(language) && !/^@@/m.test(text) && !isBareDiff(block, ""))
    return [{ kind: "asked", path: "", text, language }];
  const hunks = hunksIn(text);
  return hunks ? [{ kind: "asked", path: "", hunks }] : [];
}
