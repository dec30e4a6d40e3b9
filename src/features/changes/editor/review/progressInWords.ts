import { t } from "../../../../kit/l10n";
import type { ReviewProgress } from "./reviewRequest";

export function hunksInWords(count: number): string {
  return count === 1 ? t("1 hunk") : t("{0} hunks", count);
}

/** What is in review, and what has become of the hunks since it was last said. */
export function progressInWords(
  progress: ReviewProgress,
  before: ReviewProgress | undefined,
): string {
  const count = t("{0} of {1} in review", progress.kept, hunksInWords(progress.all));
  // A notification says what was applied, and what could not be.
  const isSame = before?.refusals.length === progress.refusals.length;
  const change = before && isSame ? changeInWords(progress, before) : "";
  return change === "" ? count : `${change} ${count}`;
}

function changeInWords(progress: ReviewProgress, before: ReviewProgress): string {
  const kept = progress.kept - before.kept;
  const edited = progress.edited - before.edited;
  if (kept === -1) return t("Hunk skipped.");
  if (kept < 0) return t("{0} hunks skipped.", -kept);
  if (kept === 1) return t("Hunk restored.");
  if (kept > 0) return t("{0} hunks restored.", kept);
  return edited > 0 ? t("Hunk edited.") : "";
}
