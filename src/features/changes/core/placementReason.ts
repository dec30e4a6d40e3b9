import { t } from "../../../kit/l10n";
import type { Reason } from "./fileChange";
import { hunksBetween } from "./hunk";
import { isDots } from "./patches";
import type { LooseHunk, Place, Placement } from "./placement";

/** Why a change has no place in a file, or has one where the indentation of its lines is not clear. */
export function reasonFor(place: Place, loose: LooseHunk, placement: Placement): Reason {
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
export const isUncertain: Reason = (file) =>
  t("The SEARCH/REPLACE block for {0} can be divided at several lines.", file);

function isThere(now: readonly string[], placement: Placement): boolean {
  const telling = now.filter((line) => /[\p{L}\p{N}]/u.test(line)).length;
  const place = telling > 1 ? placement.placeOf({ old: now, now }) : undefined;
  return place !== undefined && "fit" in place && place.fit === "exact";
}

const maxQuote = 60;

/** Says which line of a change, so that one of several is found again. */
export function withQuote(why: Reason, line: string | undefined): Reason {
  const text = line?.trim() ?? "";
  if (text === "") return why;
  const quote = text.length > maxQuote ? `${text.slice(0, maxQuote)}…` : text;
  return (file) => `${why(file)} “${quote}”`;
}

const isFull = (line: string): boolean => line.trim() !== "";

/** The first line that a change replaces, or that it shows of the file. */
export function shownLine({
  old,
  now,
  edits = hunksBetween(old, now),
}: LooseHunk): string | undefined {
  return edits.flatMap((edit) => edit.old).find(isFull) ?? old.find(isFull);
}
