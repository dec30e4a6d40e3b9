import { t } from "../../../../kit/l10n";
import { fireAndForget } from "../../../../kit/unexpectedErrors";
import { confirm, tell } from "../../../../platform/editor/confirm";
import type { AppliedFile } from "./applyReview";
import type { OpenReview, ReviewProgress, ReviewRequest } from "./openReview";
import { refusalText, type ChangeRefusal } from "./proposedFile";
import { leftInWords, undoNow } from "./undoChanges";

export function hunksInWords(count: number): string {
  return count === 1 ? t("1 hunk") : t("{0} hunks", count);
}

function filesInWords(count: number): string {
  return count === 1 ? t("1 file") : t("{0} files", count);
}

const maxListed = 12;

/** As many as are shown. */
export function refusalLines(refusals: readonly ChangeRefusal[]): string[] {
  const lines = [...new Set(refusals.map(refusalText))];
  const shown = lines.slice(0, maxListed);
  if (lines.length > maxListed) shown.push(t("and {0} more", lines.length - maxListed));
  return shown;
}

/** Offers to apply or discard a review. */
export function announce(
  { request: { question, yes, chat }, over: { signal } }: OpenReview,
  isOpen: () => boolean,
  settle: (isWanted: boolean) => Promise<void>,
): void {
  fireAndForget(async () => {
    const chosen = await tell(question, [yes, t("Discard")], { chat, signal });
    // The notification may be that of a review before.
    if (chosen === undefined || !isOpen()) return;
    await settle(chosen === yes);
  });
}

/** Says that another review has to be over before. */
export function reportOther(open: OpenReview | undefined): void {
  const chat = open?.request.chat;
  fireAndForget(() => tell(t("Apply or discard these changes first."), [], { chat }));
}

/** Says what was applied, and offers to take it back. */
export function reportApplied(
  { kept, all }: ReviewProgress,
  done: readonly AppliedFile[],
  { chat, changes }: Pick<ReviewRequest, "chat" | "changes">,
): void {
  if (done.length === 0) {
    void tell(t("Nothing was applied: no change is left in the review."), [], { chat });
    return;
  }
  const sentence = t(
    "Applied {0} of {1} in {2}.",
    kept,
    hunksInWords(all),
    filesInWords(done.length),
  );
  offerUndo(tell(sentence, [t("Undo All")], { chat }), done, { chat, changes });
}

/** Says what could not be applied, and stays in the review. */
export function reportRemaining(
  { stale, request }: OpenReview,
  done: readonly AppliedFile[],
): void {
  const [first, ...others] = stale;
  if (!first) return;
  const more = others.length > 0 ? ` ${t("and {0} more", others.length)}` : "";
  const sentence = t("{0} It stays in the review.", `${refusalText(first)}${more}`);
  const buttons = done.length > 0 ? [t("Undo All")] : [];
  const { chat } = request;
  offerUndo(tell(sentence, buttons, { chat, severity: "warning" }), done, request);
}

/** Asks before what was done in a review is lost. */
export function isLossAgreed(): Promise<boolean> {
  return confirm(t("Discard these changes?"), {
    detail: t("What you skipped and edited in the review is lost. No file changes."),
    yes: t("Discard"),
    no: t("Keep Reviewing"),
  });
}

function offerUndo(
  chosen: Promise<string | undefined>,
  done: readonly AppliedFile[],
  { chat, changes }: Pick<ReviewRequest, "chat" | "changes">,
): void {
  fireAndForget(async () => {
    if ((await chosen) === undefined) return;
    const left = leftInWords(await undoNow(done, changes));
    if (left !== "") await tell(left, [], { chat, severity: "warning" });
  });
}
