import { t } from "../../../kit/l10n";
import { endsWithPath } from "./filePath";
import type { Reason } from "./fileChange";
import { splitLines } from "./hunk";
import { fitIndent, type TargetPlace } from "./indentation/fitIndent";

/** Lines in the file, `end` exclusive. */
interface LineRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Whether a code block stands for the whole file or for the selection in it, told by the lines
 * around the selection; `undefined` if it has some of them and lacks others.
 */
export function standsFor(
  block: readonly string[],
  file: readonly string[],
  { start, end }: LineRange,
): "file" | "selection" | undefined {
  const around = [...file.slice(0, start), ...file.slice(end)].filter(isSignificant);
  if (around.length === 0) return "selection";
  const left = new Map<string, number>();
  const count = (line: string, by: number) =>
    left.set(line.trim(), (left.get(line.trim()) ?? 0) + by);
  for (const line of block) count(line, 1);
  for (const line of file.slice(start, end)) count(line, -1);
  let found = 0;
  for (const line of around) {
    if ((left.get(line.trim()) ?? 0) <= 0) continue;
    count(line, -1);
    found++;
  }
  const share = found / around.length;
  if (share >= 0.5) return "file";
  return share <= 0.2 ? "selection" : undefined;
}

/** True if a block has at least half of what a file says, besides the lines that it replaces. */
export function isMostOf(
  block: readonly string[],
  file: readonly string[],
  replaced: readonly LineRange[] = [],
): boolean {
  const left = file.filter(
    (_, line) => !replaced.some(({ start, end }) => start <= line && line < end),
  );
  return standsFor(block, left, { start: 0, end: 0 }) === "file";
}

/** Brackets alone are in every text. */
function isSignificant(line: string): boolean {
  return /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(line);
}

/** A text that a question was about. */
export interface QuestionText {
  /** Of its file. */
  readonly address: string;
  /** From the root on. */
  readonly path: string;
  /** Those that its file had before it was renamed. */
  readonly formerPaths: readonly string[];
  readonly label: string;
  readonly original: string;
  /** It is one selection, not a whole file, nor several selections that were joined. */
  readonly isSingle: boolean;
  /** Offsets into the present text of its file. */
  readonly range: { readonly start: number; readonly end: number };
}

/** Where such a text is now. All ends of lines are `\n`. */
export interface QuestionRange {
  readonly start: number;
  readonly end: number;
  /** Where a text in its place is indented. */
  readonly place: TargetPlace;
}

/** What the questions of a conversation were about. */
export interface QuestionTexts<Text extends QuestionText> {
  /** Those of the question of this answer. */
  readonly now: readonly Text[];
  /** Those of all its questions. */
  readonly all: readonly Text[];
}

/** The texts of one file that a path means. */
export interface QuestionTextsOf<Text extends QuestionText> {
  readonly texts: readonly Text[];
  /** Only earlier questions were about them, so that a block may have nothing to do with them. */
  readonly isEarlier: boolean;
}

/** Those that a path of an answer means; not those that it also names by a longer path. */
export function textsAtPath<Text extends QuestionText>(
  path: string,
  { now, all }: QuestionTexts<Text>,
  { paths, isFormer = false }: { paths: readonly string[]; isFormer?: boolean },
): QuestionTextsOf<Text> {
  const longer = paths.filter((other) => other.length > path.length);
  const isMeant = ({ path: present, formerPaths }: Text) =>
    (isFormer ? formerPaths : [present]).some(
      (whole) => endsWithPath(whole, path) && !longer.some((other) => endsWithPath(whole, other)),
    );
  const texts = now.filter(isMeant);
  return texts.length > 0
    ? { texts, isEarlier: false }
    : { texts: all.filter(isMeant), isEarlier: true };
}

type WholeText = { readonly text: string } | { readonly why: Reason };

/** The whole file with a code block that is for it, or for a selection in it that was asked about. */
export function textForQuestion<Text extends QuestionText>(
  file: string,
  block: string,
  {
    texts,
    isEarlier,
    rangeOf,
  }: QuestionTextsOf<Text> & { rangeOf: (text: Text) => QuestionRange | undefined },
): WholeText {
  const places = texts.filter(
    ({ isSingle, range: { start, end } }, at) =>
      isSingle &&
      !texts.slice(0, at).some(({ range }) => range.start === start && range.end === end),
  );
  const lines = new Set(splitLines(block).map((line) => line.trim()));
  const begun = places.filter(({ original }) => lines.has(original.trim().split(/\r?\n/)[0]!));
  const [place, ...others] = places.length > 1 || isEarlier ? begun : places;
  if (place && others.length === 0) {
    const range = rangeOf(place);
    if (!range) return { why: (name) => t("{0} has changed since it was sent.", name) };
    const meant = blockStandsFor(file, range, block);
    if (meant === undefined) return { why: isPartly };
    return { text: meant === "file" ? block : withBlock(file, block, { range, sent: place }) };
  }
  if (places.length === 0 || (isEarlier && begun.length === 0)) return { text: block };
  const isWhole = places.every((one) => {
    const range = rangeOf(one);
    return range && blockStandsFor(file, range, block) === "file";
  });
  return isWhole ? { text: block } : { why: isAskedTwice };
}

const isPartly: Reason = (name) =>
  t("The code block has only some of the lines around what was asked about in {0}.", name);

const isAskedTwice: Reason = (name) =>
  t(
    "{0} was asked about at several places, and the answer does not say which one it changes.",
    name,
  );

/** `undefined` if the block has some of the lines around the range and lacks others. */
export function blockStandsFor(
  file: string,
  { start, end }: Pick<QuestionRange, "start" | "end">,
  block: string,
): "file" | "selection" | undefined {
  const lineAt = (offset: number) => file.slice(0, offset).split("\n").length - 1;
  const last = end > start && file[end - 1] === "\n" ? lineAt(end) : lineAt(end) + 1;
  return standsFor(splitLines(block), splitLines(file), { start: lineAt(start), end: last });
}

/** The file with a block in place of a range, in its indentation. */
export function withBlock(
  file: string,
  block: string,
  {
    range: { start, end, place },
    sent,
  }: { range: QuestionRange; sent: Pick<QuestionText, "original"> },
): string {
  const endsLine = /[\r\n]$/;
  const text = endsLine.test(sent.original) && !endsLine.test(block) ? `${block}\n` : block;
  return file.slice(0, start) + fitIndent(text, place) + file.slice(end);
}
