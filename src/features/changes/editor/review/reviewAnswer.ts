import * as vscode from "vscode";
import type { FileChange } from "../../core/fileChange";
import { t } from "../../../../kit/l10n";
import { plainText } from "../../../../platform/editor/plainText";
import { answerProposals, type ProposalContext } from "./answerProposals";
import type { ReviewRequest } from "./openReview";
import type { ChangeRefusal } from "./proposedFile";
import { confirmProposals } from "./proposalQuestions";
import type { Review } from "./review";
import { refusalList } from "./reviewMessages";

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
  // Without a number: the notification stays as it is while hunks are skipped.
  const sentence = t("Apply these changes? The arrow beside a hunk skips it.");
  const question = [sentence, ...unplacedOf(refusals)].join(" ");
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

function unplacedOf({ length }: readonly ChangeRefusal[]): string[] {
  if (length === 0) return [];
  return [
    length === 1
      ? t("1 change is not in the review; the chat says why.")
      : t("{0} changes are not in the review; the chat says why.", length),
  ];
}
