import { t } from "../../../kit/l10n";
import type { FileChange, Reason } from "./fileChange";
import { areSame, hunksBetween, splitLines, overlaps, withHunks, type Hunk } from "./hunk";
import { isExcerpt } from "./excerpt";
import { hidesLines, isPartial, leavesOut } from "./incomplete";
import { Placement, type LooseHunk } from "./placement";
import { reindentation } from "./reindent";

/** The text of a file as the changes of an answer make it, and why some of them do not fit. */
export interface FileText {
  readonly text: string;
  readonly refusals: readonly Reason[];
}

export type TextChange = Extract<FileChange, { kind: "hunks" | "create" | "text" }>;

/** All changes are placed by the text that is there; `\n` ends lines. */
export function fileText(original: string, changes: readonly TextChange[]): FileText {
  return new FileTextBuilder(original).with(changes);
}

const isChangedTwice: Reason = (file) =>
  t("{0} is changed at the same place more than once by the answer.", file);
const isMissing: Reason = (file) => t("{0} does not contain the text that the diff expects.", file);
const leavesCodeOut: Reason = (file) =>
  t("{0} seems to be shown only in part, so it was not replaced.", file);

class FileTextBuilder {
  readonly #original: string;
  /** Without the empty line behind the last line end. */
  readonly #lines: string[];
  readonly #placement: Placement;
  readonly #hunks: Hunk[] = [];
  readonly #refusals: Reason[] = [];
  #endsBare: boolean;

  constructor(original: string) {
    this.#original = original;
    this.#lines = splitLines(original);
    this.#endsBare = this.#lines.at(-1) !== "";
    if (!this.#endsBare) this.#lines.pop();
    this.#placement = new Placement(this.#lines);
  }

  with(changes: readonly TextChange[]): FileText {
    for (const change of changes) {
      if (change.kind === "hunks") for (const hunk of change.hunks) this.#place(hunk);
      else if (change.kind === "text") this.#replace(change);
      else this.#refusals.push((file) => t("{0} already exists.", file));
    }
    const lines = withHunks(this.#lines, this.#hunks);
    const text = lines.join("\n") + (this.#endsBare || lines.length === 0 ? "" : "\n");
    return { text, refusals: this.#refusals };
  }

  #place(loose: LooseHunk): void {
    const refuse = (why: Reason) => this.#refusals.push(withExcerpt(why, loose));
    const isHiding = hunksBetween(loose.old, loose.now).some((one) =>
      hidesLines(one, { isDiff: true }),
    );
    if (isHiding || leavesOut(loose.now.join("\n"), loose.old.join("\n")))
      return void refuse(leavesCodeOut);
    const place = this.#placement.placeOf(loose);
    if ("unplaced" in place) {
      refuse(
        place.unplaced === "missing"
          ? isMissing
          : (file) => t("{0} contains the text that the diff expects more than once.", file),
      );
      return;
    }
    const { at } = place;
    const hunks = this.#hunksAt(at, loose, place.isLoose === true);
    if (!hunks) return void refuse(isMissing);
    if (!this.#accept(hunks)) return void refuse(isChangedTwice);
    const { endsBare } = loose;
    if (endsBare && at + loose.old.length === this.#lines.length) this.#endsBare = endsBare.now;
  }

  /** In the white space of the file, where that of the answer is another one. */
  #hunksAt(at: number, { old, now }: LooseHunk, isLoose: boolean): Hunk[] | undefined {
    const given = hunksBetween(old, now);
    if (!isLoose) return given.map((hunk) => ({ ...hunk, start: hunk.start + at }));
    const file = this.#lines.slice(at, at + old.length);
    const fit = reindentation(old, file);
    const hunks: Hunk[] = [];
    for (const { start, old: replaced, now: lines } of given) {
      const fitted = lines.map((line) => fit?.(line));
      if (!fitted.every((line) => line !== undefined)) return undefined;
      hunks.push({
        start: start + at,
        old: file.slice(start, start + replaced.length),
        now: fitted,
      });
    }
    return hunks;
  }

  #replace({ path, text, head }: Extract<FileChange, { kind: "text" }>): void {
    const lines = splitLines(text.replaceAll("\r\n", "\n"));
    if (head !== undefined && this.#lines[0] === head && lines[0] !== head) lines.unshift(head);
    if (lines.at(-1) === "") lines.pop();
    const hunks = hunksBetween(this.#lines, lines);
    if (isPartial(text, this.#original) || isExcerpt({ path, text, lines: this.#lines, hunks }))
      return void this.#refusals.push(leavesCodeOut);
    if (!this.#accept(hunks)) this.#refusals.push(isChangedTwice);
  }

  /** False if the text is changed there already, and not in the same way. */
  #accept(hunks: readonly Hunk[]): boolean {
    const added = hunks.filter((hunk) => !this.#hunks.some((one) => areSame(one, hunk)));
    if (added.some((hunk) => overlaps(hunk, this.#hunks))) return false;
    this.#hunks.push(...added);
    return true;
  }
}

const maxExcerpt = 60;

/** Says which of several hunks is meant. */
function withExcerpt(why: Reason, { old, now }: LooseHunk): Reason {
  const [hunk] = hunksBetween(old, now);
  const line = [...(hunk?.old ?? []), ...(hunk?.now ?? [])]
    .find((one) => one.trim() !== "")
    ?.trim();
  if (line === undefined) return why;
  const excerpt = line.length > maxExcerpt ? `${line.slice(0, maxExcerpt)}…` : line;
  return (file) => `${why(file)} “${excerpt}”`;
}
