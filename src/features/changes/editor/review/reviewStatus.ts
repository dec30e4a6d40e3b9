import * as vscode from "vscode";
import { Owner } from "../../../../kit/disposable";
import { t } from "../../../../kit/l10n";
import type { ReviewProgress } from "./openReview";
import { hunksInWords } from "./reviewMessages";

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
    if (progress.state === "open") return this.#say(sentenceOn(progress, before));
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

function sentenceOn(progress: ReviewProgress, before: ReviewProgress | undefined): string {
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
