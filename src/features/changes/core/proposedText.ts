import { t } from "../../../kit/l10n";
import type { Reason } from "./fileChange";
import { fileText, type FileText, type TextChange } from "./fileText";
import { hunksBetween, splitLines } from "./hunk";
import { prose } from "./incomplete";
import { indentUnit } from "./indentation/measure";
import { isFragment, partOfFile } from "./partOfFile";
import { reindented } from "./reindent";

type WholeText = Extract<TextChange, { kind: "text" | "create" }>;

/** The text of a file as the changes of an answer make it; `\n` ends lines. */
export function proposedText(
  original: string,
  changes: readonly TextChange[],
  path: string,
): FileText {
  const isExisting = (change: TextChange) => change.kind === "create" && change.text !== original;
  const texts = changes.filter((one) => one.kind === "text");
  const parts = new Map(texts.map((one) => [one, partOfFile(one.text, original, one)]));
  const versions = texts.filter((one) => !parts.get(one));
  const whole = versions.at(-1);
  const version = whole && versionOf(original, whole, path);
  const text = version ?? original;
  const refusals = new Map<string, Reason>();
  if (whole && version === undefined) refusals.set(whole.text, isIndentedOtherwise);
  if (changes.some(isExisting)) refusals.set("", (file) => t("{0} already exists.", file));
  for (const [part, why] of parts)
    if (why && !(whole && isWithin(part, text))) refusals.set(part.text.trim(), why);
  const placed = onVersion(text, changes, whole);
  return {
    text: placed.text,
    refusals: [
      ...refusals.values(),
      ...placed.refusals,
      ...(haveOthers(versions, whole) ? [isShownTwice] : []),
    ],
  };
}

/** The text of a file that is not there; without one if what the answer shows is no whole file. */
export function newFileText(
  changes: readonly TextChange[],
  path: string,
): { readonly text?: string; readonly refusals: readonly Reason[] } {
  const versions = changes.filter(
    (one) => one.kind === "create" || (one.kind === "text" && !isFragment(one.text, path)),
  );
  const whole = versions.at(-1) as WholeText | undefined;
  if (!whole)
    return {
      refusals: [
        changes.some((one) => one.kind === "text")
          ? (file) => t("{0} does not exist, and the answer shows only a part of it.", file)
          : (file) => t("{0} does not exist.", file),
      ],
    };
  const text =
    whole.kind === "create" || whole.text.endsWith("\n") ? whole.text : `${whole.text}\n`;
  const placed = onVersion(text, changes, whole);
  const isAgain = haveOthers(versions, whole);
  return { text: placed.text, refusals: [...placed.refusals, ...(isAgain ? [isShownTwice] : [])] };
}

const isIndentedOtherwise: Reason = (file) =>
  t("{0} is shown in another indentation, and that of its new lines is not clear.", file);
const isShownTwice: Reason = (file) =>
  t("{0} is in the answer in several versions, of which the last whole one is proposed.", file);

function haveOthers(versions: readonly TextChange[], whole: WholeText | undefined): boolean {
  return versions.some((one) => one.kind !== "hunks" && one.text.trim() !== whole?.text.trim());
}

/** Every line of a part that explains a version is in it. */
function isWithin({ text }: WholeText, whole: string): boolean {
  const lines = new Set(splitLines(whole).map((line) => line.trim()));
  return splitLines(text).every((line) => lines.has(line.trim()));
}

/** The hunks of an answer that follow its version of a file change that; those before are in it. */
function onVersion(
  text: string,
  changes: readonly TextChange[],
  whole: WholeText | undefined,
): FileText {
  const later = whole ? changes.slice(changes.indexOf(whole) + 1) : changes;
  const hunks = later.flatMap((change) =>
    change.kind === "hunks"
      ? [{ ...change, hunks: change.hunks.filter(({ now }) => !whole || !contains(text, now)) }]
      : [],
  );
  return fileText(text, hunks);
}

function contains(text: string, lines: readonly string[]): boolean {
  return `\n${trimmed(splitLines(text))}`.includes(`\n${trimmed(lines)}`);
}

const trimmed = (lines: readonly string[]): string =>
  lines.map((line) => `${line.trim()}\n`).join("");

/** The version with the first line, the indentation and the last line end of the file. */
function versionOf(
  original: string,
  { text, ...change }: WholeText,
  path: string,
): string | undefined {
  const before = splitLines(original);
  const lines = splitLines(text.replaceAll("\r\n", "\n"));
  if (lines.at(-1) === "") lines.pop();
  const head = "head" in change ? change.head : undefined;
  // The file itself has the line that names it.
  const named = head === undefined ? -1 : before.slice(0, 3).indexOf(head);
  if (head !== undefined && named !== -1 && lines[named] !== head) lines.splice(named, 0, head);
  const end = original === "" || original.endsWith("\n") ? "\n" : "";
  if (lines.length === 0) return "";
  const indented = indentedLike(before, lines, path);
  return indented && indented.join("\n") + end;
}

/** In the indentation of the file, if the same lines have another one; `undefined` if it is not clear. */
function indentedLike(
  before: readonly string[],
  lines: readonly string[],
  path: string,
): readonly string[] | undefined {
  if (prose.test(path) || /\.ya?ml$/i.test(path)) return lines;
  const [raw, plain] = [new Set(before), new Set(before.map((line) => line.trim()))];
  if (!lines.some((line) => !raw.has(line) && plain.has(line.trim()))) return lines;
  const [old, now] = [before, lines].map((all) => all.map((line) => line.trim()));
  const same: [line: number, original: string][] = [];
  let [at, other] = [0, 0];
  for (const hunk of [...hunksBetween(old!, now!), undefined]) {
    const end = hunk?.start ?? before.length;
    for (; at < end; at++, other++)
      if (/[\p{L}\p{N}]/u.test(old![at]!)) same.push([other, before[at]!]);
    at += hunk?.old.length ?? 0;
    other += hunk?.now.length ?? 0;
  }
  const moved = same.filter(([line, original]) => lines[line] !== original);
  const isIndented = ([line, original]: (typeof same)[number]) =>
    /^\s/.test(lines[line]! + original);
  if (moved.length * 2 <= same.filter(isIndented).length) return lines;
  const originals = new Map(same);
  const others = [...lines.keys()].filter((index) => !originals.has(index));
  const fitted = reindented(
    others.map((index) => lines[index]!),
    {
      given: same.map(([line]) => lines[line]!),
      file: same.map(([, original]) => original),
      unit: indentUnit(before),
    },
  );
  // Where most lines are as they were, others are moved on purpose.
  if (!fitted) return moved.length * 4 <= same.filter(isIndented).length * 3 ? lines : undefined;
  const all = new Map([
    ...originals,
    ...others.map((line, index) => [line, fitted[index]!] as const),
  ]);
  const result = lines.map((line, index) => all.get(index) ?? line);
  // Then it is the indentation that the answer changes.
  const isOnlyChange = result.join("\n").trim() === before.join("\n").trim();
  return isOnlyChange && !/(?:^|\/)(?:GNU)?[Mm]akefile$/.test(path) ? lines : result;
}
