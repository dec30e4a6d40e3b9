import * as vscode from "vscode";
import type { FileChange } from "../../core/fileChange";
import { hunksBetween, splitLines } from "../../core/hunk";
import { t } from "../../../../kit/l10n";
import { plainText } from "../../../../platform/editor/plainText";
import { answerProposals, type ProposalContext } from "./answerProposals";
import type { ReviewRequest } from "./openReview";
import type { ChangeRefusal, ProposedFile } from "./proposedFile";
import { confirmProposals } from "./proposalQuestions";
import type { Review } from "./review";
import { filesInWords, hunksInWords, refusalList } from "./reviewMessages";

export interface ReviewedAnswer extends Pick<ReviewRequest, "key" | "report"> {
  readonly changes: readonly FileChange[];
  readonly expertName: string;
}

/** Reviews the changes of an answer, and applies them. False if nothing was applied. */
export async function reviewAnswer(
  review: Review,
  { changes, expertName, key, report }: ReviewedAnswer,
  context: ProposalContext,
): Promise<boolean> {
  if (review.isOpen) return review.remind(key);
  const found = await answerProposals(changes, context);
  const proposals = found.files.length > 0 ? await confirmProposals(found) : found;
  if (!proposals) return false;
  const { files, refusals } = proposals;
  if (files.length === 0) {
    await nothingToApply(refusals);
    return false;
  }
  const title = t("Changes by {0}", plainText(expertName, 60));
  const question = [questionOn(files), ...unplacedOf(refusals)].join(" ");
  return review.ask({
    key,
    title,
    question,
    yes: t("Apply"),
    files,
    refusals,
    ...(report && { report }),
  });
}

async function nothingToApply(refusals: readonly ChangeRefusal[]): Promise<void> {
  const detail =
    refusals.length > 0
      ? refusalList(refusals)
      : t("The files already contain what the answer proposes.");
  await vscode.window.showWarningMessage(t("None of the changes can be applied."), {
    modal: true,
    detail,
  });
}

function questionOn(files: readonly ProposedFile[]): string {
  const hunks = files.reduce(
    (sum, { original, proposed }) =>
      sum + hunksBetween(splitLines(original), splitLines(proposed)).length,
    0,
  );
  return t(
    "Apply {0} to {1}? The arrow beside a hunk skips it.",
    hunksInWords(hunks),
    filesInWords(files.length),
  );
}

function unplacedOf({ length }: readonly ChangeRefusal[]): string[] {
  if (length === 0) return [];
  return [
    length === 1
      ? t("1 change is not in the review; the chat says why.")
      : t("{0} changes are not in the review; the chat says why.", length),
  ];
}
