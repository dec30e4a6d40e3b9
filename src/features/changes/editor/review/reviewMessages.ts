import * as vscode from "vscode";
import { t } from "../../../../kit/l10n";
import { fireAndForget } from "../../../../kit/unexpectedErrors";
import { confirm } from "../../../../platform/editor/confirm";
import { plainText } from "../../../../platform/editor/plainText";
import { undoAll, type AppliedFile } from "./applyReview";
import type { OpenReview, ReviewProgress } from "./openReview";
import { refusalText, type ChangeRefusal } from "./proposedFile";

export function hunksInWords(count: number): string {
  return count === 1 ? t("1 hunk") : t("{0} hunks", count);
}

function filesInWords(count: number): string {
  return count === 1 ? t("1 file") : t("{0} files", count);
}

const maxListed = 12;

/** As the lines of a dialog. */
export function refusalList(refusals: readonly ChangeRefusal[]): string {
  const lines = [...new Set(refusals.map((one) => `• ${refusalText(one)}`))];
  const shown = lines.slice(0, maxListed);
  if (lines.length > maxListed) shown.push(t("and {0} more", lines.length - maxListed));
  return shown.join("\n");
}

/** Says what was applied, and offers to take it back. */
export function reportApplied({ kept, all }: ReviewProgress, done: readonly AppliedFile[]): void {
  if (done.length === 0) {
    void vscode.window.showInformationMessage(
      t("Nothing was applied: no change is left in the review."),
    );
    return;
  }
  const sentence = t(
    "Applied {0} of {1} in {2}.",
    kept,
    hunksInWords(all),
    filesInWords(done.length),
  );
  offerUndo(vscode.window.showInformationMessage(sentence, t("Undo All")), done);
}

/** Says what could not be applied, and stays in the review. */
export function reportRemaining({ stale }: OpenReview, done: readonly AppliedFile[]): void {
  const [first, ...others] = stale;
  if (!first) return;
  const more = others.length > 0 ? ` ${t("and {0} more", others.length)}` : "";
  const sentence = t("{0} It stays in the review.", `${refusalText(first)}${more}`);
  const buttons = done.length > 0 ? [t("Undo All")] : [];
  offerUndo(vscode.window.showWarningMessage(sentence, ...buttons), done);
}

/** Asks before what was done in a review is lost. */
export function isLossAgreed(): Promise<boolean> {
  return confirm(t("Discard these changes?"), {
    detail: t("What you skipped and edited in the review is lost. No file changes."),
    yes: t("Discard"),
    no: t("Keep Reviewing"),
  });
}

function offerUndo(chosen: Thenable<string | undefined>, done: readonly AppliedFile[]): void {
  fireAndForget(async () => {
    if ((await chosen) === undefined) return;
    const left = await undoAll(done);
    if (left.length === 0) return;
    const names = left.map(({ path }) => plainText(path, 60)).join(", ");
    await vscode.window.showWarningMessage(
      t("Not undone, because the text has changed since: {0}", names),
    );
  });
}
