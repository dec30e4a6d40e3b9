import { t } from "../../../kit/l10n";
import type { FileChange, Reason } from "./fileChange";
import { areSame, splitLines, overlaps, withHunks, type Hunk, hunksBetween } from "./hunk";
import { omissionIn } from "./incomplete";
import { isOmission } from "./partOfFile";
import { withKeptLines, isDots } from "./patches";
import {
  ComparisonBudget,
  Placement,
  withoutNumbers,
  type LooseHunk,
  type Place,
} from "./placement";
import { hunksAt } from "./reindent";

/** Why a change has no place in a file, or has one where the indentation of its lines is not clear. */
function reasonFor(place: Place, loose: LooseHunk, placement: Placement): Reason {
  const { old, now } = loose;
  const line = shownLine(loose);
  if ("at" in place || place.unplaced === "indented") return withQuote(isIndented, line);
  if (place.unplaced === "ambiguous") {
    const { places } = place;
    return withQuote(
      (file) =>
        t(
          "{0} contains the text to be changed at {1} places, and the change does not say which one it means.",
          file,
          places,
        ),
      line,
    );
  }
  if (place.unplaced === "costly")
    return (file) => t("Finding the place of a change in {0} takes too long.", file);
  if (old.some(isDots)) return leavesLinesBetween;
  if (old.every((one) => one.trim() === "")) return showsNoLine;
  if (isThere(now, placement)) return withQuote(isDone, line);
  const missing = old.find((one) => !placement.has(one));
  return missing === undefined ? withQuote(isScattered, line) : withQuote(isMissing, missing);
}

const isIndented: Reason = (file) =>
  t(
    "{0} and the change are indented differently, so it is not clear how the new lines should be indented.",
    file,
  );
const leavesLinesBetween: Reason = (file) =>
  t("The change leaves out lines of {0} between those that it shows.", file);
const showsNoLine: Reason = (file) =>
  t("The change shows no line of {0} that says where it belongs.", file);
const isDone: Reason = (file) => t("{0} already contains this change.", file);
const isMissing: Reason = (file) => t("{0} does not contain a line that the change expects.", file);
const isScattered: Reason = (file) =>
  t("{0} contains the lines that the change expects, but not directly after each other.", file);
const isUncertain: Reason = (file) =>
  t("The SEARCH/REPLACE block for {0} can be divided at several lines.", file);

function isThere(now: readonly string[], placement: Placement): boolean {
  const significant = now.filter((line) => /[\p{L}\p{N}]/u.test(line)).length;
  const place = significant > 1 ? placement.placeOf({ old: now, now }) : undefined;
  return place !== undefined && "fit" in place && place.fit === "exact";
}

const maxQuote = 60;

/** Says which line of a change, so that one of several is found again. */
function withQuote(why: Reason, line: string | undefined): Reason {
  const text = line?.trim() ?? "";
  if (text === "") return why;
  const quote = text.length > maxQuote ? `${text.slice(0, maxQuote)}…` : text;
  return (file) => `${why(file)} “${quote}”`;
}

const isFull = (line: string): boolean => line.trim() !== "";

/** The first line that a change replaces, or that it shows of the file. */
function shownLine({ old, now, edits = hunksBetween(old, now) }: LooseHunk): string | undefined {
  return edits.flatMap((edit) => edit.old).find(isFull) ?? old.find(isFull);
}

/** The text of a file as the changes of an answer make it, and why some of them do not fit. */
export interface FileText {
  readonly text: string;
  readonly refusals: readonly Reason[];
}

export type TextChange = Extract<FileChange, { kind: "hunks" | "create" | "text" }>;

/** Changes are placed by the text that is there, or by what those before have made of it; `\n` ends lines. */
export function fileText(original: string, changes: readonly TextChange[]): FileText {
  return new FileTextBuilder(original).with(changes);
}

const isChangedTwice: Reason = (file) =>
  t("{0} is changed at the same place more than once by the answer.", file);
/** A change and the place that was found for it. */
interface Found {
  readonly loose: LooseHunk;
  readonly at: number;
  readonly hunks: readonly Hunk[];
}

interface NotFound {
  readonly why: Reason;
  readonly isMissing: boolean;
}

class FileTextBuilder {
  readonly #budget = new ComparisonBudget();
  readonly #hunks: Hunk[] = [];
  readonly #done = new Set<string>();
  readonly #refusals: Reason[] = [];
  /** Without the empty line behind the last line end. */
  #lines: readonly string[];
  #placement: Placement;
  #endsBare: boolean;
  /** Of the change that is placed. */
  #path = "";
  /** Whether the lines have changes of the answer in them, so that its numbers say nothing. */
  #isChanged = false;

  constructor(original: string) {
    const lines = splitLines(original);
    this.#endsBare = lines.at(-1) !== "";
    if (!this.#endsBare) lines.pop();
    this.#lines = lines;
    this.#placement = new Placement(lines, this.#budget);
  }

  with(changes: readonly TextChange[]): FileText {
    for (const change of changes) {
      this.#path = change.path;
      if (change.kind === "hunks") for (const hunk of change.hunks) this.#add(hunk);
    }
    const lines = withHunks(this.#lines, this.#hunks);
    const text = lines.join("\n") + (this.#endsBare || lines.length === 0 ? "" : "\n");
    return { text, refusals: this.#refusals };
  }

  #add(loose: LooseHunk): void {
    const key = JSON.stringify([loose.old, loose.now]);
    if (loose.line === undefined && this.#done.has(key)) return;
    const omission = omissionOf(loose, this.#path);
    const why = omission === undefined ? this.#place(loose) : isOmission(omission);
    if (why) this.#refusals.push(why);
    else this.#done.add(key);
  }

  #place(loose: LooseHunk): Reason | undefined {
    const found = this.#find(loose, this.#placement);
    if ("why" in found) {
      const isStep = found.isMissing && this.#isStepOn(loose);
      return isStep ? undefined : found.why;
    }
    if (this.#accept(found.hunks)) return this.#finish(found);
    const isStep = loose.isStep === true && this.#isStepOn(loose);
    return isStep ? undefined : withQuote(isChangedTwice, shownLine(loose));
  }

  /** Whether it fits on what the changes before it have made of the text, and was applied there. */
  #isStepOn(loose: LooseHunk): boolean {
    this.#budget.left -= this.#lines.length * 5;
    if (this.#hunks.length === 0 || this.#budget.left < 0) return false;
    const lines = withHunks(this.#lines, this.#hunks);
    const placement = new Placement(lines, this.#budget);
    const found = this.#find(withoutNumbers(loose), placement, lines);
    if ("why" in found) return false;
    this.#lines = lines;
    this.#placement = placement;
    this.#isChanged = true;
    this.#hunks.splice(0, this.#hunks.length, ...found.hunks);
    this.#finish(found);
    return true;
  }

  #finish({ at, loose: { old, endsBare } }: Found): undefined {
    if (endsBare && at + old.length === this.#lines.length) this.#endsBare = endsBare.now;
  }

  /** Of several ways to read a change, the first one that fits, or the only one. */
  #find(given: LooseHunk, placement: Placement, lines = this.#lines): Found | NotFound {
    const loose = this.#isChanged ? withoutNumbers(given) : given;
    const readings = [loose, ...(loose.otherwise ?? [])];
    const placed = (one: LooseHunk) => ({ one, place: placement.placeOf(one) });
    const places = readings.map(placed);
    if (!places.some(({ place }) => isTight(place)))
      places.push(...readings.flatMap((one) => withKeptLines(one, placement)).map(placed));
    const tight = places.filter(({ place }) => isTight(place));
    const fitting = tight.length > 0 ? tight : places.filter(({ place }) => "fit" in place);
    const found = new Map<string, Found>();
    for (const { one, place } of loose.isUncertain ? fitting : fitting.slice(0, 1)) {
      const hunks =
        "at" in place
          ? hunksAt(one, place, { lines, unit: placement.unit, path: this.#path })
          : undefined;
      if ("unplaced" in place || !hunks)
        return { why: reasonFor(place, one, placement), isMissing: false };
      found.set(JSON.stringify(hunks), { loose: one, at: place.at, hunks });
    }
    const [first, ...others] = found.values();
    if (others.length > 0) return { why: isUncertain, isMissing: false };
    if (first) return first;
    const { one, place } = placed(readings.at(-1)!);
    return { why: reasonFor(place, one, placement), isMissing: true };
  }

  /** False if the text is changed there already, and not in the same way. */
  #accept(hunks: readonly Hunk[]): boolean {
    const added = hunks.filter((hunk) => !this.#hunks.some((one) => areSame(one, hunk)));
    if (added.some((hunk) => overlaps(hunk, this.#hunks))) return false;
    this.#hunks.push(...added);
    return true;
  }
}

/** With no other white space than at the ends of lines. */
function isTight(place: Place): boolean {
  return "fit" in place && place.fit !== "indented";
}

/** The line that stands for others; an exact diff shows all that it removes. */
function omissionOf({ old, now, isExact }: LooseHunk, path: string): string | undefined {
  return isExact ? undefined : omissionIn(now.join("\n"), old.join("\n"), path);
}
