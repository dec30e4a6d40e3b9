import * as vscode from "vscode";
import { Owner } from "../../../../kit/disposable";
import { byFile } from "../../core/undo";
import { t } from "../../../../kit/l10n";
import { fireAndForget } from "../../../../kit/unexpectedErrors";
import { confirm, announce } from "../../../../platform/editor/confirm";
import { plainText } from "../../../../platform/editor/plainText";
import type { AppliedFile } from "./appliedChanges";
import { hunksInWords, progressInWords } from "./progressInWords";
import { refusalText, type ChangeRefusal, type ProposedFile } from "./proposedFile";
import type { ReviewProgress, ReviewRequest } from "./reviewRequest";
import { withMixedLineEnds } from "./savedText";
import { leftInWords, undoNow } from "./undoChanges";

function filesInWords(count: number): string {
  return count === 1 ? t("1 file") : t("{0} files", count);
}

/** Offers to apply or discard a review, until it is over. */
export function offerReview(
  { question, yes, chat }: ReviewRequest,
  notes: string,
  signal: AbortSignal,
  settle: (isWanted: boolean) => Promise<void>,
): void {
  fireAndForget(async () => {
    const sentence = notes === "" ? question : `${question} ${notes}`;
    const chosen = await announce(sentence, [yes, t("Discard")], { chat, signal, stays: true });
    // The notification may be that of a review before.
    if (chosen !== undefined && !signal.aborted) await settle(chosen === yes);
  });
}

const maxNamed = 3;

/** Which files VS Code changes in more lines than the review shows, once they are saved; mostly empty. */
export async function lineEndsInWords(files: readonly ProposedFile[]): Promise<string> {
  const mixed = await withMixedLineEnds(files.flatMap(({ document }) => document ?? []));
  if (mixed.length === 0) return "";
  const paths = files.flatMap(({ document, path }) =>
    document && mixed.includes(document) ? [plainText(path, 60)] : [],
  );
  const names = paths.slice(0, maxNamed);
  if (paths.length > maxNamed) names.push(t("and {0} more", paths.length - maxNamed));
  return t("Saving will also make all line ends the same in {0}.", names.join(", "));
}

/** Says that another review has to be over before. */
export function reportOther(chat: ReviewRequest["chat"]): void {
  fireAndForget(() => announce(t("Apply or discard these changes first."), [], { chat }));
}

/** Says what was applied, and offers to take it back. */
export function reportApplied(
  { kept, all }: ReviewProgress,
  done: readonly AppliedFile[],
  { chat, changes }: Pick<ReviewRequest, "chat" | "changes">,
): void {
  if (done.length === 0) {
    void announce(t("Nothing was applied: no change is left in the review."), [], { chat });
    return;
  }
  const sentence = t(
    "Applied {0} of {1} in {2}.",
    kept,
    hunksInWords(all),
    filesInWords(byFile(done).length),
  );
  offerUndo(announce(sentence, [t("Undo All")], { chat }), done, { chat, changes });
}

/** Says what could not be applied, and stays in the review. */
export function reportRemaining(
  stale: readonly ChangeRefusal[],
  done: readonly AppliedFile[],
  request: Pick<ReviewRequest, "chat" | "changes">,
): void {
  const [first, ...others] = stale;
  if (!first) return;
  const more = others.length > 0 ? ` ${t("and {0} more", others.length)}` : "";
  const sentence = t("{0} It stays in the review.", `${refusalText(first)}${more}`);
  const buttons = done.length > 0 ? [t("Undo All")] : [];
  const announced = announce(sentence, buttons, { chat: request.chat, severity: "warning" });
  offerUndo(announced, done, request);
}

/** Asks before what was done in a review is lost. */
export function isLossAgreed(): Promise<boolean> {
  return confirm(t("Discard these changes?"), {
    detail: t("What you skipped and edited in the review is lost. No file changes."),
    yes: t("Discard"),
    no: t("Keep Reviewing"),
    enterAgrees: true,
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
    if (left !== "") await announce(left, [], { chat, severity: "warning" });
  });
}

/** How long the status bar says that a review was discarded. */
const endShownMs = 5_000;

/**
 * Says in the status bar what became of a hunk. VS Code lets no extension announce anything to
 * screen readers, but a status bar item may have the role of a live region.
 */
export class ReviewStatus extends Owner {
  #item: vscode.StatusBarItem | undefined;
  #last: ReviewProgress | undefined;
  #hiding: NodeJS.Timeout | undefined;

  show(progress: ReviewProgress): void {
    clearTimeout(this.#hiding);
    const before = this.#last;
    this.#last = progress.state === "open" ? progress : undefined;
    if (progress.state === "applied") return this.#item?.hide();
    if (progress.state === "open") return this.#say(progressInWords(progress, before));
    this.#say(t("Discarded: no file was changed"));
    this.#hiding = setTimeout(() => this.#item?.hide(), endShownMs);
  }

  #say(sentence: string): void {
    const item = (this.#item ??= this.#create());
    item.text = sentence;
    // Screen readers differ in whether they read the text of a live region or its label.
    item.accessibilityInformation = { label: sentence, role: "status" };
    item.show();
  }

  #create(): vscode.StatusBarItem {
    const item = vscode.window.createStatusBarItem("review", vscode.StatusBarAlignment.Left);
    item.name = t("Review of Changes");
    return this.register(item);
  }

  override dispose(): void {
    clearTimeout(this.#hiding);
    super.dispose();
  }
}
